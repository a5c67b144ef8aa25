/** The width of an embedded player without a limit, in CSS pixels. */
const WIDTH = 960;

interface Size {
  width: number;
  height: number;
}

/** Returns the size of an embedded player for a film of this size, in CSS pixels, within these limits. */
export function embedSize(
  film: Size,
  { width = WIDTH, height = Infinity }: { [side in keyof Size]?: number | undefined } = {},
): Size {
  const scale = Math.min(Math.min(width, WIDTH) / film.width, height / film.height);
  const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { width: scaled(film.width), height: scaled(film.height) };
}

/** Returns the HTML with which a site embeds the player at this address, whose letters need no escaping. */
export const embedCode = (url: string, { width, height }: Size): string =>
  `<iframe src="${url}" width="${width}" height="${height}" title="Video" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen loading="lazy" style="border:0;max-width:100%"></iframe>`;
