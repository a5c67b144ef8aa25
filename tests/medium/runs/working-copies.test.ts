import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { openVideo } from '../../../worker/handlers/media-of.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const at = tempFolder();
const options = { ownerId: null, signal: new AbortController().signal };

/** Stores a file as a fetched video. @returns the key of its fetch, and its hash */
async function store(path: string) {
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const fetchKey = createHash('sha256').update(randomUUID()).digest('hex');
  await backend.artifacts.build(fetchMedia, fetchKey, null, async (dir) => {
    await writeFile(join(dir, 'video'), bytes);
    return { data: { sha256, bytes: bytes.length, fileName: 'video', subtitles: [] }, files: ['video'] };
  });
  return { fetchKey, sha256 };
}

const copies = () =>
  backend.db.selectFrom('artifacts').select('key').where('job', '=', 'copy-media').execute();

describe('openVideo', () => {
  it('returns the fetched file of an ordinary video and stores nothing', async () => {
    await makeSource(at('plain.mp4'), { seconds: 1 });
    const { fetchKey, sha256 } = await store(at('plain.mp4'));
    const opened = await openVideo(backend, fetchKey, options);
    expect(await readFile(opened.path)).toEqual(await readFile(at('plain.mp4')));
    expect(opened).toMatchObject({ sha256, probe: { durationMs: 1000 } });
    expect(await copies()).toEqual([]);
  });

  it('makes one copy of a stream for all steps that open it at the same time', async () => {
    await makeSource(at('part.ts'), { seconds: 2 });
    const part = await readFile(at('part.ts'));
    await writeFile(at('twice.ts'), Buffer.concat([part, part]));
    const { fetchKey, sha256 } = await store(at('twice.ts'));
    const opened = await Promise.all([1, 2, 3].map(() => openVideo(backend, fetchKey, options)));
    const later = await openVideo(backend, fetchKey, options);
    expect(new Set([...opened, later].map(({ path }) => path)).size).toBe(1);
    expect(later).toMatchObject({ sha256, probe: { formatName: 'matroska,webm', statesLengths: true } });
    expect(Math.abs(later.probe.durationMs - 4000)).toBeLessThan(150);
    expect(await copies()).toHaveLength(1);
  });

  it('inspects audio whose frames have their own format once', async () => {
    await makeSource(at('plain.mkv'), { seconds: 1, args: ['-c:a', 'ac3'] });
    const { fetchKey } = await store(at('plain.mkv'));
    const before = (await copies()).length;
    const [first, second] = [
      await openVideo(backend, fetchKey, options),
      await openVideo(backend, fetchKey, options),
    ];
    expect(first.path).toBe(second.path);
    expect(await readFile(first.path)).toEqual(await readFile(at('plain.mkv')));
    expect(await copies()).toHaveLength(before + 1);
  });

  it('refuses a stream that ends before its stated length', async () => {
    await makeSource(at('whole.flv'), { seconds: 6, args: ['-f', 'flv'] });
    const whole = await readFile(at('whole.flv'));
    await writeFile(at('cut.flv'), whole.subarray(0, Math.floor(whole.length / 2)));
    const { fetchKey } = await store(at('cut.flv'));
    await expect(openVideo(backend, fetchKey, options)).rejects.toMatchObject({ code: 'truncated' });
  });
});
