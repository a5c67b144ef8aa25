import { beforeEach, expect, it, vi } from 'vitest';
import type { VideoEncoder } from '#contract/video-encoders.ts';
import { generationInputSchema } from '#contract/jobs/generation.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { removeEncoder } from '#core/repositories/runs/run-steps.ts';
import { readEngineNames } from '../../../server/services/section-views/made-narrations.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const ENGINES = { transcriber: 'none', voice: 'none', translator: 'none', titles: 'none' };

/** Announces a worker that renders, until the returned function is called. */
async function announce(encoder?: VideoEncoder) {
  const info = { ...ENGINES, queues: ['render'], encoder, warnings: [] };
  return announceWorker(backend.redis, backend.config.redisPrefix, () => info, backend.log);
}
const untilChosen = (encoder: VideoEncoder | null) =>
  vi.waitUntil(async () => (await readEngineNames(backend)).encoder === encoder, PATIENT);

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

itInFullTier('freezes the hardware encoder of all workers in a film, and marks its steps', async () => {
  const retire = await announce('nvenc');
  await untilChosen('nvenc');
  const film = await planFilm(backend, edit);
  expect(film.encoder).toBe('nvenc');
  expect(film.inputs.map((input) => (input as { hardware?: true }).hardware)).toEqual([true, true, true]);

  const retireOther = await announce();
  await untilChosen(null);
  const { encoder, inputs } = await planFilm(backend, edit);
  expect([encoder, inputs[0]]).toEqual([undefined, { index: 0 }]);
  await Promise.all([retire(), retireOther()]);
});

it('returns the run of an equal film that continues with x264', async () => {
  const retire = await announce('qsv');
  await untilChosen('qsv');
  const generate = async () =>
    (await edit.call('POST', edit.path('/generate'), { language: 'en', quality: '720p' })).json();
  const { runId } = await generate();
  await removeEncoder(backend.db, runId);
  const { input } = await backend.db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  expect(generationInputSchema.parse(input).encoder).toBeUndefined();
  expect(await generate()).toMatchObject({ runId });
  await retire();
});
