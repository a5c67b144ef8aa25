/** The time in a Retry-After header, seconds or a date, as ms from now; null without one. */
export function retryAfterMs(header: string | null | undefined): number | null {
  const told = header?.trim() ?? '';
  const ms = /^\d+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
