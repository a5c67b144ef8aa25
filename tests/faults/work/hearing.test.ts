import { expect, it } from 'vitest';
import { hearSpeech, transcribeMedia } from '#contract/jobs/processing.ts';
import { makeLongTalk, makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startTranscriptionServer } from '../../helpers/engine-servers/openai-transcription-server.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { makeLibrary, openScene } from '../../helpers/processes/fault-scene.ts';
import { ended } from '../../helpers/processes/installation.ts';
import { startStack } from '../../helpers/processes/stack.ts';

/** The duration of the talk, which has more chunks than parts, so that some part has two. */
const TALK_MS = 1_300_000;

/** Every requested chunk, by its file's name and size. Each waits until the test releases it. */
const requests: string[] = [];
const waiting: (() => void)[] = [];
let isOpen = false;
const letGo = (count: number) => waiting.splice(0, count).forEach((go) => go());
const server = await startTranscriptionServer({
  apiKey: 'a-key',
  model: 'whisper-1',
  text: 'The river begins as a small stream.',
  before: async ({ name, size }) => {
    requests.push(`${name} ${size}`);
    if (!isOpen) await new Promise<void>((go) => waiting.push(go));
  },
});
atEnd(() => server.close());

const library = await makeLibrary();
await makeLongTalk(library, 'clip longtalk', TALK_MS / 1000);
await makeSpokenVideo(library, { name: 'clip shortone', seconds: 16 });
const stack = await startStack({
  LIBRARY_DIR: library,
  TRANSCRIBE_URL: server.base,
  TRANSCRIBE_API_KEY: 'a-key',
  // One place for one user and one for another.
  WORKER_CONCURRENCY: '1',
});

// product 11.10
it('transcribes one video in two workers in parallel; a killed one only repeats its chunk', async () => {
  const [scene, other] = [await openScene(stack, library), await openScene(stack, library)];
  const first = await stack.startWorker();
  const { runId } = await scene.process('longtalk');
  await expect.poll(() => requests.length).toBe(1);
  // The same step continues with its second chunk.
  letGo(1);
  await expect.poll(() => requests.length).toBe(2);
  const { runId: otherRun } = await other.process('shortone');
  await expect.poll(() => requests.length).toBe(3);

  // The first worker has no free place.
  const second = await stack.startWorker();
  await expect.poll(() => requests.length).toBe(4);
  const [done, lost, othersLost, safe] = requests;
  expect(new Set(requests).size).toBe(4);
  first.kill('SIGKILL');
  await ended(first);
  const third = await stack.startWorker();
  const times = (chunk: string | undefined) => requests.filter((one) => one === chunk).length;
  await expect.poll(() => [lost, othersLost].map(times)).toEqual([2, 2]);
  isOpen = true;
  letGo(waiting.length);
  expect((await scene.over(runId)).status).toBe('completed');
  expect((await other.over(otherRun)).status).toBe('completed');
  expect([done, safe].map(times)).toEqual([1, 1]);
  expect(requests).toHaveLength(new Set(requests).size + 2);
  expect(await scene.counts(runId)).toEqual({ tries: 1, losses: 1 });

  // The words of every chunk are in the transcript, once and in order.
  const artifacts = await stack.db
    .selectFrom('runSteps')
    .innerJoin('artifacts', 'artifacts.key', 'runSteps.artifactKey')
    .select(['runSteps.job', 'artifacts.data'])
    .where('runId', '=', runId)
    .execute();
  const dataOf = (job: string) => artifacts.filter((one) => one.job === job).map(({ data }) => data);
  const keys = dataOf(hearSpeech.name).flatMap((data) => hearSpeech.result.parse(data).chunks);
  const { words } = transcribeMedia.result.parse(dataOf(transcribeMedia.name)[0]);
  const chunks = await stack.db.selectFrom('artifacts').select('data').where('key', 'in', keys).execute();
  const chunkWords = chunks.flatMap(({ data }) => (data as { words: { startMs: number }[] }).words);
  expect(words).toEqual(chunkWords.toSorted((a, b) => a.startMs - b.startMs));
  expect(words.length).toBeGreaterThan(keys.length);
  expect(keys.length).toBeGreaterThan(8);

  await checkInstallation(stack, scene.user.id, { spent: 1, left: 2 });
  await checkInstallation(stack, other.user.id, { spent: 1, left: 2 });
  for (const worker of [second, third]) worker.kill('SIGTERM');
  await Promise.all([second, third].map(ended));
});
