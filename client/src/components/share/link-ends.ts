/** When a link ends by itself. */
export const ENDS = [
  { value: 'never', label: 'Never' },
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 30 days' },
] as const;
export type End = (typeof ENDS)[number]['value'];

const DAY_MS = 86_400_000;

/** The time of an end, counted from now. */
export const endAt = (end: End): string | null =>
  end === 'never' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString();
