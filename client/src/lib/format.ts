const pad = (value: number): string => String(value).padStart(2, '0');

/** Formats the length of a video or film as minutes:seconds, with padded seconds. */
export function minutesSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
}

/**
 * Formats a position in a video or film as minutes:seconds, rounded down as in other players.
 */
export const positionTime = (seconds: number): string => minutesSeconds(Math.floor(seconds));

/** Formats a section's length as m:ss.ss. */
export function preciseTime(seconds: number): string {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const minutes = Math.floor(hundredths / 6000);
  const rest = hundredths % 6000;
  return `${minutes}:${pad(Math.floor(rest / 100))}.${pad(rest % 100)}`;
}

/** Formats a time as hh:mm:ss.mmm for the generation payload. */
export function clockTime(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const whole = Math.floor(ms / 1000);
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

/** Formats a total length in words, e.g. '1 h 4 min' or '3 min 20 s'. */
export function spokenLength(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return whole % 60 > 0 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
}

/** Formats the range of the time left in words. */
export function estimateText(estimate: { low: number; high: number } | null): string | null {
  if (!estimate) return null;
  const { low, high } = estimate;
  if (high < 10) return 'a few seconds left';
  if (high < 90) {
    const from = Math.max(5, Math.round(low / 5) * 5);
    const to = Math.max(from, Math.round(high / 5) * 5);
    return from === to ? `about ${to} seconds left` : `${from}–${to} seconds left`;
  }
  const from = Math.max(1, Math.round(low / 60));
  const to = Math.max(from, Math.round(high / 60));
  return from === to ? `about ${to} ${plural(to, 'minute')} left` : `${from}–${to} minutes left`;
}

export function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}

// Creating a formatter takes longer than formatting a whole list.
const dates = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

export function formatDate(iso: string | null | undefined): string {
  if (!iso) return 'Unknown';
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'Unknown';
  return dates.format(date);
}

export function formatTimeOfDay(iso: string): string {
  const date = new Date(iso);
  const sameDay = date.toDateString() === new Date().toDateString();
  const time = times.format(date);
  return sameDay ? time : `${formatDate(iso)}, ${time}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];

/**
 * Formats a size from B to YB in steps of 1024. Limits are powers of two, so 104857600 bytes read as 100 MB,
 * as in Uppy's messages.
 */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 B';
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  const digits = Number.isInteger(value) ? 0 : power >= 3 ? 2 : value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[power]}`;
}

/** Formats a price in US cents, such as $9.99. */
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/**
 * Returns why a text cannot be saved, with the limit. Returns `null` if it fits. `what` names the text, such
 * as "A title".
 */
export function tooLong(text: string, most: number, what = 'A title'): string | null {
  // Surrounding spaces are not saved.
  const { length } = text.trim();
  if (length <= most) return null;
  const [limit, count] = [most, length].map((number) => number.toLocaleString('en'));
  return `${what} can have up to ${limit} characters. This one has ${count}.`;
}
