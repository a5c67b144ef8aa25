import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Logger } from '#core/lib/logger.ts';
import { createLibrarySource } from '#core/media-sources/library.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
/** File types of cameras, discs and old programs, with ffmpeg's arguments that write them. */
const TYPES: [type: string, args: string[]][] = [
  ['mts', ['-c:v', 'mpeg2video', '-f', 'mpegts']],
  ['m2ts', ['-c:v', 'mpeg2video', '-f', 'mpegts']],
  ['vob', ['-c:v', 'mpeg2video', '-f', 'vob']],
  ['3gp', ['-c:v', 'mpeg4', '-f', '3gp']],
  ['wmv', ['-c:v', 'wmv2', '-f', 'asf']],
  ['flv', ['-c:v', 'flv', '-f', 'flv']],
  ['mxf', ['-c:v', 'mpeg2video', '-f', 'mxf']],
  ['gif', ['-f', 'gif']],
];

interface Logged {
  level: string;
  fields: { files?: Record<string, number>; file?: string };
  message: string;
}

function loggingTo(lines: Logged[]): Logger {
  const level = (name: string) => (fields: Logged['fields'], message: string) =>
    void lines.push({ level: name, fields, message });
  return { info: level('info'), warn: level('warn') } as unknown as Logger;
}

const search = (source: ReturnType<typeof createLibrarySource>) =>
  source.search({ query: 'clip', duration: undefined, cursor: null }, AbortSignal.timeout(60_000));

async function clip(path: string, seconds: number, args: string[]): Promise<void> {
  await ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=176x144:r=25:d=${seconds}`, ...args, path);
}

describe('the library', () => {
  it.each(casesOfTier(TYPES, 3))('lists a .%s file, whatever the case of its name', async (type, args) => {
    await mkdir(at(type));
    await clip(at(`${type}/Clip.${type.toUpperCase()}`), 1, args);
    const { videos } = await search(createLibrarySource([at(type)], testFfmpeg(), loggingTo([])));
    expect(videos.map(({ title, durationMs }) => [title, Math.round(durationMs / 1000)])).toEqual([
      ['Clip', 1],
    ]);
  });

  it('logs skipped files by type, in one line until their numbers change', async () => {
    await mkdir(at('mixed/.hidden'), { recursive: true });
    await clip(at('mixed/clip.mp4'), 1, ['-c:v', 'mpeg4']);
    for (const name of [
      'clip.json',
      'clip.en.srt',
      'a.rmvb',
      'b.RMVB',
      'notes.txt',
      'LICENSE',
      '.hidden/c.rmvb',
    ])
      await writeFile(at(`mixed/${name}`), '{}');
    const lines: Logged[] = [];
    const source = createLibrarySource([at('mixed')], testFfmpeg(), loggingTo(lines));
    // Requesting an unknown video makes the library read its folders again.
    const readAgain = () =>
      source
        .revision({ sourceId: 'unknown' } as VideoRow, AbortSignal.timeout(60_000))
        .catch(() => undefined);
    expect((await search(source)).videos).toHaveLength(1);
    await readAgain();
    const message = 'library files skipped because they are not videos';
    const files = { '.rmvb': 2, '.txt': 1, 'no extension': 1 };
    expect(lines).toEqual([{ level: 'info', fields: { files }, message }]);
    await writeFile(at('mixed/more.txt'), '');
    await readAgain();
    expect(lines.slice(1)).toEqual([{ level: 'info', fields: { files: { ...files, '.txt': 2 } }, message }]);
  });

  itInFullTier('logs each file of a listed type that contains no video', async () => {
    await mkdir(at('without'));
    await clip(at('without/still.gif'), 0.04, []);
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', at('without/song.mp4'));
    const lines: Logged[] = [];
    const { videos } = await search(createLibrarySource([at('without')], testFfmpeg(), loggingTo(lines)));
    expect(videos).toEqual([]);
    expect(lines.map(({ level, fields }) => [level, fields.file]).toSorted()).toEqual([
      ['warn', 'song.mp4'],
      ['warn', 'still.gif'],
    ]);
  });
});
