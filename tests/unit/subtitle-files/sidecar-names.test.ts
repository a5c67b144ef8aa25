import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSubtitleFiles } from '#core/media-sources/subtitle-files.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cutroom-sidecars-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/**
 * Returns the subtitles of a video in a folder with these files: name, language, and whether they are the
 * default.
 */
async function sidecarsOf(video: string, ...files: string[]) {
  const folder = await mkdtemp(join(root, 'x'));
  for (const name of [video, ...files]) await writeFile(join(folder, name), '');
  return (await findSubtitleFiles(join(folder, video))).map(({ path, language, isDefault }) => [
    path.slice(folder.length + 1),
    language,
    isDefault,
  ]);
}

describe('findSubtitleFiles', () => {
  // product 14.23
  it.each([
    ['name.srt', null, false],
    ['name.en.srt', 'en', false],
    ['name.en.sdh.srt', 'en', false],
    ['name.en.cc.vtt', 'en', false],
    ['name.en.hi.srt', 'en', false],
    ['name.hi.srt', 'hi', false],
    ['name.hi.hi.srt', 'hi', false],
    ['name.sdh.srt', null, false],
    ['name.sdh.en.srt', 'en', false],
    ['name.eng.default.srt', 'eng', true],
    ['name.default.en.srt', 'en', true],
    ['name.pt-BR.SDH.SRT', 'pt-BR', false],
    ['name.en-sdh.srt', 'en', false],
    ['name.en-orig.vtt', 'en-orig', false],
    ['name.2.hi.srt', 'hi', false],
    ['name.en.2.srt', 'en', false],
    ['name.Hindi.srt', 'hi', false],
    ['name.hi.ass', 'hi', false],
  ])('finds %s', async (name, language, isDefault) => {
    expect(await sidecarsOf('name.mp4', name)).toEqual([[name, language, isDefault]]);
  });

  // product 14.23
  it.each([
    'name.en.forced.srt',
    'name.forced.srt',
    'name.foreign.en.srt',
    'name.part two.srt',
    'names.en.srt',
    'name-2.srt',
    'name.en.txt',
  ])('ignores %s', async (name) => {
    expect(await sidecarsOf('name.mp4', name)).toEqual([]);
  });

  it('ignores the files of another video with a longer name', async () => {
    expect(
      await sidecarsOf('name.mp4', 'name.en.mp4', 'name.en.sdh.srt', 'name.en.srt', 'name.hi.srt'),
    ).toEqual([['name.hi.srt', 'hi', false]]);
  });

  it('returns subtitles with descriptions of sounds after the others', async () => {
    const names = (
      await sidecarsOf('name.mp4', 'name.en.cc.srt', 'name.en.srt', 'name.en.sdh.srt', 'name.hi.srt')
    ).map(([name]) => name);
    expect(names).toEqual(['name.en.srt', 'name.hi.srt', 'name.en.cc.srt', 'name.en.sdh.srt']);
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('finds a file in %s beside a video in %s', async (file, video) => {
    const name = 'Café Übung.en.srt'.normalize(file);
    expect(await sidecarsOf('Café Übung.mp4'.normalize(video), name)).toEqual([[name, 'en', false]]);
  });
});
