import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { GenerateRequest } from '#contract/generation.ts';
import { generationInputSchema } from '#contract/jobs/generation.ts';
import type { Executor } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { refuseNoRoom, withinCaps } from '#node/repositories/holdings.ts';
import { once } from '#node/repositories/idempotency.ts';
import { findOwnProject } from '#node/repositories/projects.ts';
import { insertSteps } from '#node/repositories/run-steps.ts';
import { findActiveRun } from '#node/repositories/runs.ts';
import { findScans } from '#node/repositories/scans.ts';
import { recordEdit } from '#node/repositories/section-edits.ts';
import { findSections, setSectionText, updateSection } from '#node/repositories/sections.ts';
import { planGeneration } from '#node/runs/plan-generation.ts';
import { freezeFilm } from './freeze-film.ts';
import { readEngineNames } from './made-narrations.ts';
import { textOf } from './section-text.ts';

/**
 * Freezes the project's sections and begins a film. A call while an equal run works gives that run.
 * @throws AppError `not_found`; `sections_changed` for a clip that is not the project's; `conflict` while another
 * film of the project is being made; `unprocessable` without sections, or when the account has as much as it may.
 */
export async function startGeneration(
  platform: Platform,
  userId: string,
  projectId: string,
  request: GenerateRequest,
  idempotencyKey: string | undefined,
): Promise<{ runId: string }> {
  const { db, engine, bus, log, config } = platform;
  const { translator } = await readEngineNames(platform);
  const { answer } = await db.transaction().execute((trx) =>
    once(
      trx,
      { userId, scope: 'generate', key: idempotencyKey, request: { projectId, ...request } },
      async () => {
        const project = await findOwnProject(trx, projectId, userId, true);
        if (!project) throw new AppError('not_found', 'There is no such project.');
        await platform.disk.refuseFull();
        await refuseNoRoom(trx, config.caps, userId);
        await withinCaps(trx, config.caps, { userId, projectIds: [projectId] }, () =>
          saveTexts(trx, projectId, request),
        );
        const input = await freezeFilm(trx, project, request, { translates: translator !== null });
        const active = await findActiveRun(trx, projectId, 'generation');
        if (active) {
          const same = isDeepStrictEqual(generationInputSchema.parse(active.input), input);
          if (same) return { runId: active.id };
          throw new AppError(
            'conflict',
            'Another film of this project is being made. Wait for it or cancel it first.',
          );
        }
        const run = await trx
          .insertInto('runs')
          .values({
            kind: 'generation',
            project_id: projectId,
            user_id: userId,
            language: input.language,
            input: JSON.stringify(input),
            // Later than the texts that were just saved: they are in this film.
            created_at: sql`clock_timestamp()`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await insertSteps(trx, run.id, planGeneration(input, await findScans(trx, input)));
        return { runId: run.id };
      },
    ),
  );
  bus.publish(userId, 'project.changed', { projectId });
  await engine
    .advance(answer.runId)
    .catch((error: Error) => log.warn({ err: error.message }, 'enqueued later'));
  return answer;
}

/** The payload's texts are saved first: what is on the page is what the film says. */
async function saveTexts(
  trx: Executor,
  projectId: string,
  { videos, language }: GenerateRequest,
): Promise<void> {
  if (!videos) return;
  const rows = await findSections(trx, projectId);
  const given = new Map(videos.map((clip) => [clip.clipid, clip.transcription]));
  const changed = rows.filter(
    (row) => given.get(row.id) !== undefined && given.get(row.id) !== textOf(row, language),
  );
  if (changed.length === 0) return;
  await recordEdit(trx, projectId, { kind: 'text', label: 'Edit texts' }, async () => {
    for (const row of changed) {
      await setSectionText(trx, row.id, language, given.get(row.id)!);
      await updateSection(trx, row.id, {});
    }
  });
}
