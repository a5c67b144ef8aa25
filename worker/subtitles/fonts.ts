import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FONT_FILES } from '#core/fonts/font-files.ts';

/** Links the fonts into a folder for libass. Does nothing if the folder already has them. */
export async function layOutFonts(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const [index, file] of FONT_FILES.entries()) {
    await symlink(file, join(dir, `${index}.ttf`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
