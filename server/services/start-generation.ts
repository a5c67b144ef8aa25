import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { GenerateRequest } from '#contract/generation.ts';
import {
  type GenerationInput,
  generationInputSchema,
  type SectionSnapshot,
} from '#contract/jobs/generation.ts';
import type { Quality } from '#contract/primitives.ts';
import type { Executor } from '#node/db/database.ts';
import { AppError } from '#node/errors.ts';
import { filmSize } from '#node/film/size.ts';
import type { Platform } from '#node/platform.ts';
import { findArtifacts } from '#node/repositories/artifacts.ts';
import { once } from '#node/repositories/idempotency.ts';
import { findOwnProject, touchProject } from '#node/repositories/projects.ts';
import { insertSteps } from '#node/repositories/run-steps.ts';
import { findSections, type SectionRow, setSectionText, updateSection } from '#node/repositories/sections.ts';
import { findUser } from '#node/repositories/users.ts';
import { planGeneration } from '#node/runs/plan-generation.ts';
import { narrationOf, textOf } from './section-text.ts';

/**
 * Freezes the project's sections and begins a film. A call while an equal run works gives that run.
 * @throws AppError `not_found`; `sections_changed` for a clip that is not the project's; `conflict` while another
 * film of the project is being made; `unprocessable` without sections.
 */
export async function startGeneration(
  platform: Platform,
  userId: string,
  projectId: string,
  request: GenerateRequest,
  idempotencyKey: string | undefined,
): Promise<{ runId: string }> {
  const { db, engine, bus, log } = platform;
  const { answer } = await db.transaction().execute((trx) =>
    once(
      trx,
      { userId, scope: 'generate', key: idempotencyKey, request: { projectId, ...request } },
      async () => {
        const project = await findOwnProject(trx, projectId, userId, true);
        if (!project) throw new AppError('not_found', 'There is no such project.');
        await saveTexts(trx, projectId, request);
        const input = await freeze(trx, { projectId, userId, title: project.title, request });
        const active = await findActive(trx, projectId);
        if (active) {
          if (isDeepStrictEqual(active.input, input)) return { runId: active.id };
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
        await insertSteps(trx, run.id, 1, planGeneration(input));
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

async function findActive(trx: Executor, projectId: string) {
  const active = await trx
    .selectFrom('runs')
    .select(['id', 'input'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'generation')
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return active && { id: active.id, input: generationInputSchema.parse(active.input) };
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
  for (const row of changed) {
    await setSectionText(trx, row.id, language, given.get(row.id)!);
    await updateSection(trx, row.id, {});
  }
  if (changed.length > 0) await touchProject(trx, projectId);
}

/** The film to be made, as it will stay while the creator goes on editing. */
export async function freeze(
  db: Executor,
  {
    projectId,
    userId,
    title,
    request,
  }: { projectId: string; userId: string; title: string; request: GenerateRequest },
): Promise<GenerationInput> {
  const rows = await findSections(db, projectId);
  const sections = selectAndOrder(rows, request);
  if (sections.length === 0) throw new AppError('unprocessable', 'This project has no sections yet.');
  const quality = request.quality ?? (await defaultQuality(db, userId));
  const artifacts = await findArtifacts(db, [...new Set(sections.flatMap(({ row }) => row.fetch_key ?? []))]);
  return {
    language: request.language,
    quality,
    ...filmSize(quality),
    title: request.project_title ?? title,
    sections: sections.map(({ row, gender }): SectionSnapshot => {
      const fetched = artifacts.get(row.fetch_key ?? '');
      if (!fetched || !row.scan_key) throw new AppError('conflict', `The video of "${row.title}" is gone.`);
      const { sha256 } = fetchMedia.result.parse(fetched.data);
      return {
        sectionId: row.id,
        title: row.title,
        narration: narrationOf(row, request.language, gender),
        media: { sha256, fetchKey: row.fetch_key!, scanKey: row.scan_key },
        startMs: row.start_ms,
        endMs: row.end_ms,
      };
    }),
  };
}

function selectAndOrder(rows: SectionRow[], { videos }: GenerateRequest) {
  if (!videos) return rows.map((row) => ({ row, gender: 'male' as const }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return videos.map((clip) => {
    const row = byId.get(clip.clipid);
    if (!row)
      throw new AppError('sections_changed', 'The sections changed meanwhile. Please look at them again.');
    return { row, gender: clip.gender };
  });
}

async function defaultQuality(db: Executor, userId: string): Promise<Quality> {
  const user = await findUser(db, userId);
  return user!.settings.defaultVideoQuality;
}
