import { describe, expect, it } from 'vitest';
import { refusalOf, uploadIdOf } from '../../../client/src/lib/upload/footage-file.ts';

const MOST = 2 ** 31;
const video = { name: 'waves.mp4', size: 1000, type: 'video/mp4', lastModified: 1 };

describe('a footage file', () => {
  it.each([
    ['a video', video],
    ['a video of a type that browsers do not know', { ...video, name: 'WAVES.MKV', type: '' }],
    ['a video as large as may be', { ...video, size: MOST }],
  ])('may be %s', (_, file) => {
    expect(refusalOf(file, MOST)).toBeNull();
  });

  // product 16.2
  it.each([
    ['a picture', { ...video, name: 'waves.png', type: 'image/png' }, 'Images can’t be used as footage.'],
    ['audio', { ...video, name: 'waves.mp3', type: 'audio/mpeg' }, 'Audio files can’t be used as footage.'],
    ['a text', { ...video, name: 'waves.txt', type: 'text/plain' }, 'This is not a video.'],
    ['an unknown file', { ...video, name: 'waves', type: '' }, 'This is not a video.'],
    ['an empty file', { ...video, size: 0 }, 'This file is empty.'],
    ['one byte too large', { ...video, size: MOST + 1 }, 'Videos can be up to 2 GB.'],
  ])('is refused with a message if it is %s', (_, file, sentence) => {
    expect(refusalOf(file, MOST)).toContain(sentence);
  });

  it('has a stable upload ID, which changes with the file', async () => {
    const id = await uploadIdOf(video);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await uploadIdOf({ ...video, type: '' })).toBe(id);
    for (const change of [{ name: 'other.mp4' }, { size: 1001 }, { lastModified: 2 }])
      expect(await uploadIdOf({ ...video, ...change })).not.toBe(id);
  });
});
