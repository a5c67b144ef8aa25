import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FONT_FILES } from '#core/fonts/font-files.ts';
import { layOutFonts } from '../../../worker/subtitles/fonts.ts';

it('links the fonts once for several texts that are drawn in the same folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-fonts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const fonts = join(folder, 'fonts');
  await Promise.all([layOutFonts(fonts), layOutFonts(fonts)]);
  await layOutFonts(fonts);
  expect(await readdir(fonts)).toHaveLength(FONT_FILES.length);
});
