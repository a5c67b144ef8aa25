import { afterAll } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { reserveCredit, takeCredit } from '#core/repositories/money/credits.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { runOps } from '../../../ops/run-ops.ts';
import { createVideos, openTestApp, testEnvironment } from '../services/backend.ts';
import type { createUser } from '../data/user.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';

type Person = Awaited<ReturnType<typeof createUser>>;

/**
 * An installation of the test file's own, without workers, and the operator's commands for it. Await it at
 * the top.
 */
export async function openOps() {
  const environment = await testEnvironment();
  const backend = await openBackend(parseConfig(environment), createLogger('silent', 'test'));
  afterAll(() => backend.close());
  const app = await openTestApp(backend);
  const { db } = backend;

  async function ops(args: string[], env: Record<string, string> = environment) {
    const lines: string[] = [];
    const code = await runOps(args, env, (line) => lines.push(line));
    return { code, lines, text: lines.join('\n') };
  }

  /** Creates a processing that a user paid for. */
  async function begin(person: Person) {
    const [videoId] = await createVideos(backend, 1);
    const projectId = await insertProject(db, {
      userId: person.id,
      title: 'A project',
      description: '',
      videoIds: [videoId!],
    });
    const runId = await db.transaction().execute(async (trx) => {
      await takeCredit(trx, person.id);
      const { id } = await trx
        .insertInto('runs')
        .values({
          kind: 'processing',
          projectId,
          userId: person.id,
          input: JSON.stringify({ videoIds: [videoId] }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await reserveCredit(trx, person.id, id);
      await insertSteps(trx, id, planProcessing([{ id: videoId!, durationMs: 1000 }]));
      return id;
    });
    await backend.engine.advance(runId);
    return { runId, projectId };
  }

  return { environment, backend, app, ops, begin };
}
