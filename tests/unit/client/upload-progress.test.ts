import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openUpload, type Upload } from '../../../client/src/lib/upload/upload.ts';
import { NO_UPLOAD } from '../../../client/src/lib/upload/upload-state.ts';
import type { UploadTarget } from '../../../client/src/lib/upload/upload-targets.ts';

const TOTAL = 1000;

/** A request whose progress and response the test controls. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  send(): void {
    FakeRequest.sent.push(this);
  }
  progress(loaded: number, total = TOTAL): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  lose(): void {
    this.dispatchEvent(new Event('error'));
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event('load'));
  }
}

/** The offset of each request, and the number of bytes that the server reports as received. */
let requestedIds: (string | null)[] = [];
let receivedBytes = 0;
const target: UploadTarget<string> = {
  maxBytes: TOTAL,
  maxTotalBytes: TOTAL,
  required: [],
  types: ['video/*'],
  request: (file, _, uploadId) => {
    const offset = uploadId === null ? 0 : receivedBytes;
    requestedIds.push(uploadId);
    const parts = [{ url: '/here', start: offset, end: file.size }];
    return Promise.resolve({ parts, offset, uploadId: 'begun', read: (answer) => answer });
  },
};
const fileOf = (name: string): File => new File([new Uint8Array(TOTAL)], name, { type: 'video/mp4' });
const requestOf = (batch: number): Promise<FakeRequest> =>
  vi.waitFor(() => {
    const request = FakeRequest.sent[batch];
    if (!request) throw new Error('Nothing was sent yet.');
    return request;
  });

let upload: Upload<string>;
let state = NO_UPLOAD;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  FakeRequest.sent = [];
  requestedIds = [];
  upload = openUpload(target, (next) => (state = next));
});
afterEach(() => {
  upload.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// product 9.31
it('reports its progress at most every 500 ms', async () => {
  upload.choose([fileOf('waves.mp4')]);
  void upload.send();
  const request = await requestOf(0);
  const reported: { at: number; sent: number }[] = [];
  const startedAt = Date.now();
  for (let at = 0; at < 3000; at += 20) {
    request.progress(at / 4);
    const { sent } = state.file!;
    if (sent !== (reported.at(-1)?.sent ?? 0)) reported.push({ at: Date.now() - startedAt, sent });
    vi.advanceTimersByTime(20);
  }
  const pauses = reported.slice(1).map(({ at }, index) => at - reported[index]!.at);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(540);
  expect(pauses.length).toBeGreaterThanOrEqual(4);
});

// product 9.32
it('sends nothing automatically, and one batch after another', async () => {
  upload.choose([fileOf('first.mp4')]);
  vi.advanceTimersByTime(60_000);
  expect(FakeRequest.sent).toEqual([]);
  const first = upload.send();
  (await requestOf(0)).answer(200, 'one');
  expect(await first).toEqual({ result: 'one' });
  upload.choose([fileOf('second.mp4')]);
  const second = upload.send();
  (await requestOf(1)).answer(200, 'two');
  expect(await second).toEqual({ result: 'two' });
});

/** Waits until Uppy's throttle has passed. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(600);

it('can be paused, and resumes with the rest, however long the pause', async () => {
  receivedBytes = 250;
  upload.choose([fileOf('waves.mp4')]);
  const sent = upload.send();
  const first = await requestOf(0);
  await vi.advanceTimersByTimeAsync(4000);
  first.progress(400);
  await settle();
  expect(state).toMatchObject({ overall: 'uploading', file: { state: 'uploading', sent: 400 } });
  upload.pauseOrResume();
  expect(state).toMatchObject({ overall: 'uploading', file: { state: 'paused', sent: 400 } });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(FakeRequest.sent).toHaveLength(1);
  expect([state.problems, state.stalled]).toEqual([[], null]);

  upload.pauseOrResume();
  const second = await requestOf(1);
  expect(requestedIds).toEqual([null, 'begun']);
  await settle();
  expect(state.file).toMatchObject({ state: 'uploading', sent: 250 });
  second.progress(375, 750);
  await settle();
  expect(state.file).toMatchObject({ sent: 625, percent: 62 });
  // The speed while bytes were being sent: the pause does not count.
  expect(state.file!.secondsLeft).toBeGreaterThan(1);
  expect(state.file!.secondsLeft).toBeLessThan(10);
  second.answer(200, 'whole');
  expect(await sent).toEqual({ result: 'whole' });
});

it('can be paused and cancelled', async () => {
  const file = fileOf('waves.mp4');
  upload.choose([file]);
  const sent = upload.send();
  await requestOf(0);
  upload.pauseOrResume();
  await settle();
  upload.cancel();
  expect(await sent).toBe('cancelled');
  expect(state.file).toBeNull();

  // The same file then counts as another upload.
  upload.choose([file]);
  const secondSend = upload.send();
  (await requestOf(1)).answer(200, 'whole');
  expect(await secondSend).toEqual({ result: 'whole' });
  expect(requestedIds).toEqual([null, null]);
});

it('resumes after a lost connection, and restarts after a refusal', async () => {
  receivedBytes = 100;
  upload.choose([fileOf('waves.mp4')]);
  const lost = upload.send();
  (await requestOf(0)).lose();
  expect(await lost).toBe('failed');
  const refused = upload.send();
  (await requestOf(1)).answer(507, '{"message":"The disk is full."}');
  expect(await refused).toBe('failed');
  const sent = upload.send();
  (await requestOf(2)).answer(200, 'whole');
  expect(await sent).toEqual({ result: 'whole' });
  expect(requestedIds).toEqual([null, 'begun', null]);
});
