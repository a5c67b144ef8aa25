import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { downloadFile } from '../../../client-sdk/lib/download.mjs';
import { PATIENT } from '../../helpers/patient.ts';

const FILM = Buffer.from('0123456789'.repeat(100));

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-sdk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Waits until a file has this size. Bytes that are not written yet are lost when a connection breaks. */
async function writtenBytes(folder: string, bytes: number): Promise<void> {
  await vi.waitUntil(async () => {
    const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
    return (await Promise.all(sizes)).some((size) => size >= bytes);
  }, PATIENT);
}

/**
 * Serves a file. A response breaks off after as many bytes as `breaks` has for it.
 * @returns how to request it, and the requested ranges
 */
function serve(folder: string, { breaks = [] as number[], film = () => FILM, ranges = true } = {}) {
  const requested: string[] = [];
  const openFile = async ({ range }: Record<string, string>) => {
    const most = breaks[requested.length] ?? Infinity;
    requested.push(range ?? 'all');
    const start = ranges && range ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
    const content = film();
    const rest = content.subarray(start);
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(rest.subarray(0, most));
        if (most >= rest.length) stream.close();
      },
      async pull(stream) {
        await writtenBytes(folder, start + most);
        stream.error(new TypeError('terminated'));
      },
    });
    const headers = {
      etag: `"${content.length}"`,
      'content-length': String(rest.length),
      ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    };
    return new Response(body, { status: start > 0 ? 206 : 200, headers });
  };
  return { openFile, requested };
}

// product 29.5
it('a download that breaks off resumes where it was', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  const { openFile, requested } = serve(folder, { breaks: [300] });
  const progress: number[] = [];
  const result = await downloadFile(openFile, path, { onProgress: ({ bytes }) => progress.push(bytes) });
  expect(result).toEqual({ path, bytes: FILM.length });
  expect(await readFile(path)).toEqual(FILM);
  expect(requested).toEqual(['all', 'all', 'bytes=300-']);
  expect(progress.at(-1)).toBe(FILM.length);
  expect(await readdir(folder)).toEqual(['film.mp4']);
});

// product 29.5
it('an interrupted download is resumed by the next one', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  const interrupt = new AbortController();
  const first = serve(folder, { breaks: [400] });
  const onProgress = ({ bytes }: { bytes: number }) => bytes >= 400 && interrupt.abort();
  await expect(
    downloadFile(first.openFile, path, { onProgress, signal: interrupt.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  const [part] = await readdir(folder);
  expect(part).toMatch(/^film\.mp4\.[0-9a-f]{8}\.part$/);
  const second = serve(folder);
  await downloadFile(second.openFile, path, {});
  expect(await readFile(path)).toEqual(FILM);
});

it('a file that was replaced meanwhile is downloaded whole', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  let film = FILM;
  const first = serve(folder, { breaks: [300], film: () => film });
  const replace = ({ bytes }: { bytes: number }) => {
    if (bytes === 300) film = Buffer.alloc(50, 'x');
  };
  await downloadFile(first.openFile, path, { onProgress: replace });
  expect(await readFile(path)).toEqual(film);
});

it('a server without ranges sends the whole file again', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  const { openFile } = serve(folder, { breaks: [300], ranges: false });
  await downloadFile(openFile, path, {});
  expect(await readFile(path)).toEqual(FILM);
});

it('an existing file is replaced only on request', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  await writeFile(path, 'mine');
  const { openFile } = serve(folder);
  await expect(downloadFile(openFile, path, {})).rejects.toMatchObject({ code: 'file_exists' });
  expect(await readFile(path, 'utf8')).toBe('mine');
  await downloadFile(openFile, path, { overwrite: true });
  expect(await readFile(path)).toEqual(FILM);
});

it('two downloads of one file leave it whole', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'film.mp4');
  await Promise.all([
    downloadFile(serve(folder, { breaks: [300] }).openFile, path, {}),
    downloadFile(serve(folder, { breaks: [100] }).openFile, path, {}),
  ]);
  expect(await readFile(path)).toEqual(FILM);
  expect(await readdir(folder)).toEqual(['film.mp4']);
});
