/** First brands of HEIF images. */
const BRANDS = new Set([
  'mif1',
  'msf1',
  'miaf',
  'avif',
  'avis',
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
]);

/** Whether a file with this beginning is a HEIF image, such as HEIC and AVIF, and not a video. */
export const isHeif = (head: Buffer): boolean =>
  head.toString('latin1', 4, 8) === 'ftyp' && BRANDS.has(head.toString('latin1', 8, 12));
