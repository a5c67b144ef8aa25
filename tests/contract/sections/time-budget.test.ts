import { expect, it, onTestFinished, vi } from 'vitest';
import { translationInputSchema } from '#contract/jobs/translation.ts';
import { findOwnProject } from '#core/repositories/projects/projects.ts';
import { announceWorker, RECENT_MS } from '#core/queue/worker-registry.ts';
import { findRunRow } from '#core/repositories/runs/run-steps.ts';
import { freezeFilm } from '../../../server/services/films/freeze-film.ts';
import { readEngineNames } from '../../../server/services/section-views/made-narrations.ts';
import { startTranslation } from '../../../server/services/runs/start-translation.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const worker = {
  queues: [],
  transcriber: 'none',
  voice: 'none',
  translator: 'openai-chat@2',
  titles: 'key-phrases',
  warnings: [],
};

// product 12.13
it('is included in a translation step if the translator supports it, in a film and before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const retire = await announceWorker(
    backend.redis,
    backend.config.redisPrefix,
    () => ({ ...worker, directions: null, heedsBudgets: true }),
    backend.log,
  );
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id, { sections: 1 });
  const project = (await findOwnProject(backend.db, projectId, user.id))!;
  const request = { language: 'hi', aspect: '16:9', burnSubtitles: false } as const;
  const narrationIn = async () => {
    const { translates } = await readEngineNames(backend);
    return (await freezeFilm(backend.db, project, request, { translates })).sections[0]!.narration!;
  };
  const budget = { seconds: 9, words: 23 };
  expect(await narrationIn()).toMatchObject({ translateFrom: 'en', budget });
  const { id: runId } = await startTranslation(
    backend,
    { userId: user.id },
    { projectId },
    { language: 'hi' },
  );
  const run = (await findRunRow(backend.db, runId, user.id))!;
  expect(translationInputSchema.parse(run.input).sections).toMatchObject([{ translateFrom: 'en', budget }]);
  await retire();
  vi.advanceTimersByTime(RECENT_MS);

  const other = await announceWorker(
    backend.redis,
    backend.config.redisPrefix,
    () => ({ ...worker, translator: 'bergamot@1', directions: ['en-hi'] }),
    backend.log,
  );
  expect(await narrationIn()).toMatchObject({ translateFrom: 'en' });
  expect(await narrationIn()).not.toHaveProperty('budget');
  await other();
});
