import { publishVideo, type PublishingInput, publishingInputSchema } from '#contract/jobs/publishing.ts';
import type { Executor } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { getPublication, insertPublication } from '../repositories/publications.ts';
import { insertSteps, lockRun, type RunRow } from '../repositories/run-steps.ts';

/** How fast a file goes to YouTube until this installation knows better, in bytes a millisecond. */
const BYTES_PER_MS = 1_000;

/**
 * Writes a run that sends a file to its user's channel. It costs nothing. After the commit the caller advances it.
 * @param uploadSession where a failed run of the same file was sending to, so that nothing is sent twice
 */
export async function startPublishing(
  trx: Executor,
  {
    userId,
    projectId,
    input,
    language = null,
    uploadSession = null,
  }: {
    userId: string;
    projectId: string | null;
    input: PublishingInput;
    /** Of a film. */
    language?: string | null;
    uploadSession?: string | null;
  },
): Promise<string> {
  const run = await trx
    .insertInto('runs')
    .values({
      kind: 'publishing',
      project_id: projectId,
      user_id: userId,
      language,
      input: JSON.stringify(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { bytes } = await trx
    .selectFrom('artifacts')
    .select('bytes')
    .where('key', '=', input.artifactKey)
    .executeTakeFirstOrThrow();
  await insertPublication(trx, {
    run_id: run.id,
    user_id: userId,
    project_id: projectId,
    artifact_key: input.artifactKey,
    language,
    channel_id: input.channelId,
    title: input.title,
    privacy: input.privacy,
    upload_session: uploadSession,
  });
  await insertSteps(trx, run.id, [
    {
      key: publishVideo.name,
      job: publishVideo.name,
      input: {},
      dependsOn: [],
      weight: 1000 + Number(bytes) / BYTES_PER_MS,
    },
  ]);
  return run.id;
}

/**
 * Sends the file of a run that failed or was cancelled again, from the byte on that YouTube lacks.
 * @throws AppError `conflict` after it completed, or when the file is gone
 */
export async function retryPublishing(trx: Executor, old: RunRow): Promise<string> {
  // Two at once would send the file twice.
  await lockRun(trx, old.id);
  const input = publishingInputSchema.parse(old.input);
  const active = await trx
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select('runs.id')
    .where('publications.user_id', '=', old.user_id)
    .where('publications.artifact_key', '=', input.artifactKey)
    .where('runs.status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (active) return active.id;
  if (old.status === 'completed') {
    throw new AppError('conflict', 'This run completed: there is nothing to retry.');
  }
  const file = await trx
    .selectFrom('artifacts')
    .select('key')
    .where('key', '=', input.artifactKey)
    .executeTakeFirst();
  if (!file) throw new AppError('conflict', 'The file of this run is gone.');
  const { upload_session: uploadSession } = await getPublication(trx, old.id);
  const { user_id: userId, project_id: projectId, language } = old;
  return startPublishing(trx, { userId, projectId, input, language, uploadSession });
}
