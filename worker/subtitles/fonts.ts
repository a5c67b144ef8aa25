import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The fonts for drawn text, from npm, independent of the machine's. */
export const FONT_FILES = [
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
].map((file) => fileURLToPath(import.meta.resolve(file)));

/** Puts the fonts into a new folder, for libass to read. */
export async function layOutFonts(dir: string): Promise<void> {
  await mkdir(dir);
  for (const [index, file] of FONT_FILES.entries()) {
    await symlink(file, join(dir, `${index}.ttf`));
  }
}
