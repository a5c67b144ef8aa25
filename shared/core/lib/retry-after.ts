/** Returns the time in a Retry-After header, seconds or a date, as ms from now; `null` without one. */
export function retryAfterMs(header: string | null | undefined): number | null {
  const value = header?.trim() ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
