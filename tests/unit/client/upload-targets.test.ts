import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelUpload, footageUpload } from '../../../client/src/lib/upload/upload-targets.ts';

const MB = 2 ** 20;
const fileOf = (bytes: number, type = 'video/mp4') =>
  new File([new Uint8Array(bytes)], 'waves.mp4', { type });
const DETAILS = { title: 'Waves', description: '' };

/** Answers every call with the response. Returns the calls: method, path and body. */
function answerWith(response: object) {
  const calls: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    calls.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) });
    return new Response(JSON.stringify(response));
  });
  return calls;
}
afterEach(() => vi.unstubAllGlobals());
const OPENED = { objectPath: '/objects/1', uploadURL: '/media/uploads/1?e=1' };

describe('the upload of an own video', () => {
  it('announces its type and size, and sends what is missing by one PUT', async () => {
    const calls = answerWith({ ...OPENED, offset: 40 });
    const request = await footageUpload(2 * MB).request(fileOf(100), { uploadId: 'own' }, null);
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/videos/upload',
        body: {
          purpose: 'footage',
          uploadId: 'own',
          fileName: 'waves.mp4',
          size: 100,
          contentType: 'video/mp4',
        },
      },
    ]);
    expect(request).toMatchObject({
      offset: 40,
      uploadId: 'own',
      parts: [{ url: '/media/uploads/1?e=1&offset=40', start: 40, end: 100 }],
    });
    expect(request.form).toBeUndefined();
  });

  it('sends nothing that has arrived, and adds the video to the footage', async () => {
    const calls = answerWith({ ...OPENED, offset: 100 });
    const request = await footageUpload(2 * MB).request(fileOf(100, ''), { uploadId: 'own' }, null);
    expect([request.parts, calls[0]!.body]).toEqual([[], expect.not.objectContaining({ contentType: '' })]);
    await request.read('', new AbortController().signal);
    expect(calls[1]).toMatchObject({ method: 'POST', path: '/api/footage/uploads/own' });
  });

  // product 7.12
  it('for a channel is one form with title and file up to 8 MB, also after a failure', async () => {
    const calls = answerWith(OPENED);
    for (const startedId of [null, 'own']) {
      const { form, parts, uploadId } = await channelUpload(2 * MB).request(
        fileOf(8 * MB),
        DETAILS,
        startedId,
      );
      expect([parts, [...form!.body.keys()]]).toEqual([[], ['title', 'video']]);
      expect(form!.url).toBe(`/api/youtube/upload?uploadId=${uploadId}`);
    }
    expect(calls).toEqual([]);
  });

  it('for a channel precedes a form without a file beyond 8 MB', async () => {
    answerWith(OPENED);
    const request = await channelUpload(9 * MB).request(fileOf(8 * MB + 1), DETAILS, 'own');
    expect(request.parts).toMatchObject([{ url: OPENED.uploadURL, start: 0, end: 8 * MB + 1 }]);
    expect([...request.form!.body.keys()]).toEqual(['title']);
    expect(request.form!.url).toBe('/api/youtube/upload?uploadId=own');
  });
});
