/** Formats minutes and seconds, with hours if there are any. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Formats progress such as "Scanning 2:10 of 8:30". `fraction` is the completed part, 0 to 1. */
export const timeWords = (doing: string, fraction: number, totalMs: number): string =>
  `${doing} ${clock(fraction * totalMs)} of ${clock(totalMs)}`;

/** Formats progress such as "Fetching 12.3 of 80.0 MB", or only the bytes so far if the total is unknown. */
export const byteWords = (doing: string, bytes: number, total: number | null): string =>
  total === null
    ? `${doing} ${megabytes(bytes)} MB so far`
    : `${doing} ${megabytes(bytes)} of ${megabytes(total)} MB`;
