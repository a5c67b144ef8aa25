/** The lengths by which a search is filtered; '' filters nothing. */
export const DURATIONS = [
  { value: '', label: 'Any Duration' },
  { value: 'short', label: 'Under 4 minutes' },
  { value: 'medium', label: '4-20 minutes' },
  { value: 'long', label: 'Over 20 minutes' },
] as const;

/** The licences by which a search is filtered; '' filters nothing. */
export const LICENSES = [
  { value: '', label: 'Any Licence' },
  { value: 'reusable', label: 'Reusable' },
  { value: 'credit', label: 'Reusable, needs credit' },
] as const;
