import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_CHANNEL_UPLOAD_BYTES, MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { formatBytes } from '../../../client/src/lib/format.ts';
import { openUpload, type Upload } from '../../../client/src/lib/upload/upload.ts';
import { UPLOAD_LOCALE } from '../../../client/src/lib/upload/upload-locale.ts';
import { NO_UPLOAD, type UploadState } from '../../../client/src/lib/upload/upload-state.ts';
import { channelUpload, sectionUpload } from '../../../client/src/lib/upload/upload-targets.ts';

let upload: Upload<unknown, never>;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  upload.close();
  vi.useRealTimers();
});

/** Creates an upload that sends nothing, and collects its messages. */
function open(
  target: ReturnType<typeof channelUpload> | ReturnType<typeof sectionUpload> = sectionUpload('p'),
) {
  let state = NO_UPLOAD;
  upload = openUpload(target as ReturnType<typeof sectionUpload>, (next) => (state = next));
  return {
    state: () => state,
    choose: (...files: File[]): UploadState => {
      upload.choose(files);
      return state;
    },
  };
}

/** Makes a file that claims this size but does not have the bytes. */
function fileOf(name: string, type: string, size = 10): File {
  const file = new File(['x'], name, { type, lastModified: 1 });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
const texts = (state: UploadState): string[] => state.notices.map(({ text }) => text);
const VIDEO = fileOf('waves.mov', 'video/quicktime', MAX_UPLOAD_BYTES);
const NOTES = fileOf('notes.txt', 'text/plain');

describe('the file of a section', () => {
  // product 4.48, 4.49, 5.17, 9.8
  it('may be any video or image of 100 MB, and waits to be sent', () => {
    const { choose } = open();
    expect(choose(VIDEO)).toMatchObject({
      overall: 'waiting',
      file: { file: VIDEO, state: 'added', percent: 0, sent: 0, total: MAX_UPLOAD_BYTES },
      notices: [],
    });
    const image = fileOf('sunrise.avif', 'image/avif');
    expect(choose(image)).toMatchObject({ file: { file: image, state: 'added' }, notices: [] });
  });

  // product 5.16, 5.28, 8.56, 9.8, 9.33
  it('is refused if it is one byte too large, with the name and the limit', () => {
    const state = open().choose(fileOf('large.mp4', 'video/mp4', MAX_UPLOAD_BYTES + 1));
    expect(state.file).toBeNull();
    expect(texts(state)).toEqual(['large.mp4 exceeds maximum allowed size of 100 MB']);
  });

  // product 5.28, 8.57, 9.33
  it('is refused if it is empty', () => {
    expect(texts(open().choose(fileOf('empty.mp4', 'video/mp4', 0)))).toEqual([
      'This file is smaller than the allowed size of 1 B',
    ]);
  });

  // product 5.31, 8.58
  it('is refused if it is neither a video nor an image', () => {
    expect(texts(open().choose(NOTES))).toEqual(['You can only upload: video/*, image/*']);
  });

  // product 5.15, 5.30, 8.55, 9.8
  it('is limited to one', () => {
    const state = open().choose(fileOf('a.png', 'image/png'), fileOf('b.png', 'image/png'));
    expect(state.file).toBeNull();
    expect(texts(state)).toEqual(['You can only upload 1 file']);
  });

  it('replaces the previous file, unless it is refused', () => {
    const { choose, state } = open();
    choose(fileOf('a.png', 'image/png'));
    expect(choose(VIDEO)).toMatchObject({ file: { file: VIDEO }, notices: [] });
    expect(choose(NOTES).file).toMatchObject({ file: VIDEO, state: 'added' });
    expect(texts(state())).toEqual(['You can only upload: video/*, image/*']);
  });

  // product 5.33, 8.59
  it('is refused if it was already added', () => {
    const { choose } = open();
    choose(VIDEO);
    const second = choose(VIDEO);
    expect(second.file).toMatchObject({ file: VIDEO });
    expect(texts(second)).toEqual(["Cannot add the duplicate file 'waves.mov', it already exists"]);
  });

  // product 4.52
  it('is removed by Cancel', () => {
    const { choose, state } = open();
    choose(VIDEO);
    upload.cancel();
    expect(state()).toEqual(NO_UPLOAD);
  });
});

describe('the file for the channel', () => {
  // product 5.31, 5.39, 9.33
  it('is a video of at most 2 GiB', () => {
    const { choose } = open(channelUpload(MAX_CHANNEL_UPLOAD_BYTES));
    expect(texts(choose(fileOf('sunrise.png', 'image/png')))).toEqual(['You can only upload: video/*']);
    expect(texts(choose(fileOf('long.mp4', 'video/mp4', 2 ** 31 + 1)))).toEqual([
      'long.mp4 exceeds maximum allowed size of 2 GB',
    ]);
    expect(choose(fileOf('long.mp4', 'video/mp4', 2 ** 31)).file).toMatchObject({ state: 'added' });
  });
});

describe('an upload', () => {
  const target = channelUpload(MAX_CHANNEL_UPLOAD_BYTES);
  const request = vi.fn(() => Promise.reject(new Error('nothing is sent here')));

  // product 5.29
  it('is refused if its total size exceeds the limit', () => {
    const { choose } = open({ ...sectionUpload('p'), maxTotalBytes: 2048 });
    expect(texts(choose(fileOf('a.png', 'image/png', 2048)))).toEqual([]);
    expect(texts(choose(fileOf('b.png', 'image/png', 3072)))).toEqual([
      'You selected 3 KB of files, but maximum allowed size is 2 KB',
    ]);
  });

  // product 5.30
  it('is refused without a file', async () => {
    const { state } = open({ ...target, request });
    expect(await (upload as Upload<unknown, object>).send({ title: 'Waves', description: '' })).toBe(
      'refused',
    );
    expect(texts(state())).toEqual(['You have to select at least 1 file']);
    expect(request).not.toHaveBeenCalled();
  });

  // product 5.32, 8.61
  it('is refused without required fields, and sent with them', async () => {
    const { state, choose } = open({ ...target, request });
    choose(fileOf('waves.mp4', 'video/mp4'));
    const send = (title: string) => (upload as Upload<unknown, object>).send({ title, description: '' });
    expect(await send('')).toBe('refused');
    expect(texts(state())).toEqual(['Missing required meta fields']);
    expect(state().file).toMatchObject({ state: 'added' });
    expect(request).not.toHaveBeenCalled();
    expect(await send('Waves')).toBe('failed');
    expect(request).toHaveBeenCalledOnce();
  });
});

describe('messages about refused files', () => {
  // product 8.62
  it('messages about refused files name four, then count the rest', () => {
    const refused = (count: number): string[] =>
      texts(open().choose(...Array.from({ length: count }, (_, n) => fileOf(`${n}.txt`, 'text/plain'))));
    const one = 'You can only upload: video/*, image/*';
    expect(refused(4)).toEqual([one, one, one, one]);
    upload.close();
    expect(refused(7)).toEqual([one, one, one, one, '3 additional restrictions were not fulfilled']);
  });

  // product 9.30
  it('messages about refused files stay for five seconds', () => {
    const { choose, state } = open();
    choose(...Array.from({ length: 6 }, (_, n) => fileOf(`${n}.txt`, 'text/plain')));
    vi.advanceTimersByTime(4999);
    expect(texts(state())).toHaveLength(5);
    vi.advanceTimersByTime(1);
    expect(texts(state())).toEqual([]);
  });

  it('disappear when the next file is chosen', () => {
    const { choose } = open();
    choose(NOTES);
    expect(choose(VIDEO).notices).toEqual([]);
  });
});

// product 8.53
it("match the upload widget's messages in product.md", () => {
  expect(Object.values(UPLOAD_LOCALE.strings)).toEqual(
    expect.arrayContaining([
      'Failed to upload %{file}',
      'No Internet connection',
      'Connected to the Internet',
      'Connection with Companion failed',
      { 0: 'You can only upload %{smart_count} file', 1: 'You can only upload %{smart_count} files' },
      '%{file} exceeds maximum allowed size of %{size}',
      'This file is smaller than the allowed size of %{size}',
      'You can only upload: %{types}',
      "Cannot add the duplicate file '%{fileName}', it already exists",
      'Cannot add more files',
      'Missing required meta fields',
      '%{count} additional restrictions were not fulfilled',
    ]),
  );
});

// product 9.33
it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [104_857_600, '100 MB'],
  [5.5 * 2 ** 30, '5.50 GB'],
  [2 ** 40, '1 TB'],
  [2 ** 50, '1 PB'],
  [2 ** 60, '1 EB'],
  [2 ** 70, '1 ZB'],
  [2 ** 80, '1 YB'],
  [3000 * 2 ** 80, '3000 YB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
