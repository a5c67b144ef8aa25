import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectUpload } from '../../../server/services/media/inspect-upload.ts';
import { ffmpeg, makeSource, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const inspect = (path: string) => inspectUpload(testFfmpeg(), path, { maxDurationMs: 60_000 });

beforeAll(async () => {
  await makeSource(at('film.mp4'), { width: 64, height: 48, seconds: 1 });
  await writeFile(at('words.srt'), '1\n00:00:00,100 --> 00:00:00,600\nHello.\n');
});

/** Makes a film with this many streams of subtitles. */
async function withSubtitles(count: number): Promise<string> {
  const path = at(`${count}.mkv`);
  const maps = Array.from({ length: count }, () => ['-map', '1']).flat();
  await ffmpeg('-i', at('film.mp4'), '-i', at('words.srt'), '-map', '0', ...maps, '-c', 'copy', path);
  return path;
}

describe('a film with many streams', () => {
  itInFullTier('is accepted with the subtitles of a hundred languages', async () => {
    expect(await inspect(await withSubtitles(100))).toMatchObject({ kind: 'video' });
  });

  it('is refused with the reason if it has more streams than any film', async () => {
    await expect(inspect(await withSubtitles(260))).rejects.toThrow(
      /^This file is not a usable video or image\. It has more than 256 streams\. Please choose/,
    );
  });

  it.runIf(hasTestMedia())('is accepted if it is a recorded file', async () => {
    expect(await inspect(testMedia('cases/subs35.mkv'))).toMatchObject({ kind: 'video' });
  });
});
