import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openUpload, type Upload } from '../../client/src/lib/upload.ts';
import { NO_UPLOAD } from '../../client/src/lib/upload-state.ts';
import type { UploadTarget } from '../../client/src/lib/upload-targets.ts';

const TOTAL = 1000;

/** A request whose progress and answer the test tells. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    FakeRequest.sent.push(this);
  }
  progress(loaded: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: TOTAL }));
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event('load'));
  }
}

const target: UploadTarget<string> = {
  maxBytes: TOTAL,
  types: ['video/*'],
  request: (file) => Promise.resolve({ method: 'PUT', url: '/here', body: file, read: (answer) => answer }),
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
  upload = openUpload(target, (next) => (state = next));
});
afterEach(() => {
  upload.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells its progress every 500 ms at most', async () => {
  upload.choose([fileOf('waves.mp4')]);
  void upload.send();
  const request = await requestOf(0);
  const told: { at: number; sent: number }[] = [];
  const begun = Date.now();
  for (let at = 0; at < 3000; at += 20) {
    request.progress(at / 4);
    const { sent } = state.file!;
    if (sent !== (told.at(-1)?.sent ?? 0)) told.push({ at: Date.now() - begun, sent });
    vi.advanceTimersByTime(20);
  }
  const pauses = told.slice(1).map(({ at }, index) => at - told[index]!.at);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(540);
  expect(pauses.length).toBeGreaterThanOrEqual(4);
});

it('sends nothing by itself, and one batch after another', async () => {
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
