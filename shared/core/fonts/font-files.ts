import { fileURLToPath } from 'node:url';

/** The fonts of drawn text, from npm, independent of the machine's fonts. */
export const FONT_FILES = [
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
].map((file) => fileURLToPath(import.meta.resolve(file)));
