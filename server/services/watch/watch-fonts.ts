import { fileURLToPath } from 'node:url';

/** The fonts of the page's own screens, by file name. Not every machine has a font for these letters. */
const FILES: Record<string, string> = {
  'bengali-400': 'noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  'bengali-600': 'noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf',
  'devanagari-400': 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'devanagari-600': 'noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
};
const RANGES: Record<string, string> = {
  bengali: 'U+0951-0952, U+0964-0965, U+0980-09FE, U+200C-200D, U+25CC',
  devanagari: 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+25CC, U+A830-A839, U+A8E0-A8FF',
};

export const WATCH_FONT_PATH = '/media/watch-fonts';

/** A browser only loads a font if such a letter is shown, so that an English page stays small. */
export const WATCH_FONT_FACES = Object.keys(FILES)
  .map((name) => {
    const [script = '', weight] = name.split('-');
    const weights = weight === '400' ? '400 500' : '600 700';
    return `@font-face { font-family: 'Noto ${script}'; font-weight: ${weights}; font-display: swap; src: url(${WATCH_FONT_PATH}/${name}.ttf) format('truetype'); unicode-range: ${RANGES[script]} }`;
  })
  .join('\n');

/** The family of each font, for a font list. */
export const WATCH_FONTS = Object.keys(RANGES)
  .map((script) => `'Noto ${script}'`)
  .join(', ');

/** Returns the local path of a font by its name in the page; `undefined` for any other name. */
export function watchFont(name: string): string | undefined {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  return file && fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`));
}
