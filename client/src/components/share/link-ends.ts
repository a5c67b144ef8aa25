/** When a link expires. */
export const ENDS = [
  { value: 'never', label: 'Never' },
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 30 days' },
] as const;
export type End = (typeof ENDS)[number]['value'];

const DAY_MS = 86_400_000;

/** Returns the time of an expiry in days, counted from now. */
export const endAt = (end: 'never' | `${number}`): string | null =>
  end === 'never' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString();
