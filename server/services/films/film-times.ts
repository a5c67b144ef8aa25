/** Formats a position in a film as h:mm:ss, rounded down as in every player. */
export const positionTime = (ms: number): string => clock(Math.floor(ms / 1000));

/** Formats the length of a film as h:mm:ss, to the nearest second. */
export const lengthTime = (ms: number): string => clock(Math.round(ms / 1000));

function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
