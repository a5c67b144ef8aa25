import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FONT_FILES } from '#core/fonts/font-files.ts';

/** Puts the fonts into a new folder, for libass to read. */
export async function layOutFonts(dir: string): Promise<void> {
  await mkdir(dir);
  for (const [index, file] of FONT_FILES.entries()) {
    await symlink(file, join(dir, `${index}.ttf`));
  }
}
