import { afterEach, describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { NO_UPLOAD, openUpload, type Upload, type UploadState } from '../../client/src/lib/upload.ts';

let upload: Upload | null = null;
afterEach(() => upload?.close());

/** An upload that nothing is sent from, and what it says. */
function open(): { choose: (...files: File[]) => UploadState; clear: () => UploadState } {
  let state = NO_UPLOAD;
  const opened = openUpload('3f9f1d8e-0000-4000-8000-000000000000', (next) => (state = next));
  upload = opened;
  return {
    choose: (...files) => {
      opened.choose(files);
      return state;
    },
    clear: () => {
      opened.clear();
      return state;
    },
  };
}

/** A file that says it is this large, without the bytes. */
function fileOf(name: string, type: string, size = 10): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

describe('the file of a section', () => {
  it('may be any video or image of 100 MB, and waits to be sent', () => {
    const { choose } = open();
    const video = fileOf('waves.mov', 'video/quicktime', MAX_UPLOAD_BYTES);
    expect(choose(video)).toMatchObject({ phase: 'added', file: video, sent: 0, messages: [] });
    const image = fileOf('sunrise.avif', 'image/avif');
    expect(choose(image)).toMatchObject({ phase: 'added', file: image, messages: [] });
  });

  it('is refused when it is one byte too large, with the name and the limit', () => {
    const large = fileOf('large.mp4', 'video/mp4', MAX_UPLOAD_BYTES + 1);
    expect(open().choose(large)).toMatchObject({
      phase: 'waiting',
      file: null,
      messages: ['large.mp4 exceeds maximum allowed size of 100 MB'],
    });
  });

  it('is refused when it is neither', () => {
    expect(open().choose(fileOf('notes.txt', 'text/plain'))).toMatchObject({
      file: null,
      messages: ['You can only upload: video/*, image/*'],
    });
  });

  it('is one', () => {
    const two = [fileOf('a.png', 'image/png'), fileOf('b.png', 'image/png')];
    expect(open().choose(...two)).toMatchObject({
      file: null,
      messages: ['You can only upload 1 file'],
    });
  });

  it('takes the place of the one before, unless it is refused', () => {
    const { choose, clear } = open();
    const first = fileOf('a.png', 'image/png');
    const second = fileOf('b.png', 'image/png');
    choose(first);
    expect(choose(second)).toMatchObject({ file: second, messages: [] });
    expect(choose(fileOf('notes.txt', 'text/plain'))).toMatchObject({
      phase: 'added',
      file: second,
      messages: ['You can only upload: video/*, image/*'],
    });
    expect(clear()).toEqual(NO_UPLOAD);
  });
});
