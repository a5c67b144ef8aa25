const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats the size of a download in steps of 1000, as the sources of models do. */
export function downloadSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]!}`;
}
