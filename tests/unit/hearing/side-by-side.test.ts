import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { wavHeader } from '../../../worker/audio/wav.ts';
import { threadsEach } from '../../../worker/engines/cores.ts';
import { IDENTIFIERS, RECOGNISERS } from '../../../worker/transcribers/sherpa/sherpa-models.ts';
import { createSherpaTranscriber } from '../../../worker/transcribers/sherpa/sherpa-recogniser.ts';
import { transcribeInParallel } from '../../../worker/transcribers/side-by-side.ts';
import { createLanguageIdentifier } from '../../../worker/transcribers/sherpa/spoken-language.ts';

/** The arguments with which the child processes were started. */
const { requests } = vi.hoisted(() => ({ requests: [] as unknown[] }));
vi.mock('../../../worker/engines/run-engine.ts', async (original) => ({
  ...(await original<object>()),
  runEngine: async ({ input, onLine }: { input: string; onLine: (line: string) => void }) => {
    requests.push(JSON.parse(input));
    onLine('{"done":true}');
  },
}));

const folder = await mkdtemp(join(tmpdir(), 'cutroom-threads-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const wavPath = join(folder, 'sound.wav');
const sound = { sampleRate: 16_000, channels: 1, dataBytes: 32_000 };
await writeFile(wavPath, Buffer.concat([wavHeader(sound), Buffer.alloc(sound.dataBytes)]));
const speech = [{ startMs: 0, endMs: 1000 }];

describe('threadsEach', () => {
  it.each([
    [1, 8, 8],
    [2, 8, 4],
    [3, 8, 2],
    [2, 2, 1],
    [5, 2, 1],
    [0, 4, 4],
  ])('gives each of %i tasks on %i cores %i threads', (sideBySide, cores, threads) => {
    expect(threadsEach(sideBySide, cores)).toBe(threads);
  });
});

describe('an audio file', () => {
  // product 11.21
  it('is transcribed with its share of the cores, beside others that begin and end meanwhile', async () => {
    let begin!: () => void;
    const secondBegins = new Promise<void>((resolve) => (begin = resolve));
    const threadCounts: number[] = [];
    const first = transcribeInParallel(1, async (threads) => {
      threadCounts.push(threads());
      await secondBegins;
      threadCounts.push(threads());
    });
    await transcribeInParallel(1, async (threads) => {
      threadCounts.push(threads());
      begin();
      await first;
    });
    await expect(transcribeInParallel(1, () => Promise.reject(new Error('deaf')))).rejects.toThrow('deaf');
    await transcribeInParallel(1, async (threads) => threadCounts.push(threads()));
    await transcribeInParallel(3, async (threads) => threadCounts.push(threads()));
    expect(threadCounts).toEqual([1, 2, 2, 1, 3].map((sideBySide) => threadsEach(sideBySide)));
  });

  // product 11.21
  it.each([
    [1, 1],
    [3, 3],
    // More threads do not make a recogniser faster.
    [16, 4],
  ])('is transcribed by a process with its %i threads, at most %i', async (threads, expected) => {
    requests.length = 0;
    const transcriber = createSherpaTranscriber(RECOGNISERS[0]!, { dir: folder, hash: 'made' }, folder);
    await transcriber.transcribe({ wavPath, speech, workDir: folder, threads });
    expect(requests).toMatchObject([{ config: { modelConfig: { numThreads: expected } } }]);
  });

  it('has its language detected by a process with its threads', async () => {
    requests.length = 0;
    const identifier = createLanguageIdentifier(IDENTIFIERS[0]!, { dir: folder, hash: 'made' });
    await identifier.identify({ wavPath, speech, threads: 3 });
    expect(requests).toMatchObject([{ task: 'identify', config: { numThreads: 3 } }]);
  });
});
