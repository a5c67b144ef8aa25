const count = new Intl.NumberFormat('en');

/** Formats a size for people: 256 MB, 1.5 GB. Limits are powers of two, and so are these units. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes >= 2 ** 30 ? ['GB', 2 ** 30] : bytes >= 2 ** 20 ? ['MB', 2 ** 20] : ['kB', 1024];
  return `${count.format(Math.round((bytes / Number(size)) * 10) / 10)} ${unit}`;
}
