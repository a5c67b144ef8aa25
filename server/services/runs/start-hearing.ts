import { hearingInputSchema } from '#contract/jobs/hearing.ts';
import type { SpokenLanguage } from '#contract/primitives.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { startRun } from '#core/runs/start-run.ts';
import type { Caller, SectionId } from '../caller.ts';
import { ownProject, ownSection } from '../ownership.ts';
import { originalOf } from '../section-views/section-text.ts';
import { refuseDeleted } from '../sections/edit.ts';
import { readRun } from './own-runs.ts';

/**
 * Starts transcribing the video of a section again, in the given language, for free. While the same run is
 * active, returns that run.
 * @throws AppError `not_found`; `unprocessable` for a section without speech of its own; `conflict` while a
 * video of the project is being transcribed in another way
 */
export async function startHearing(
  backend: Backend,
  caller: Caller,
  { sectionId }: SectionId,
  { spoken }: { spoken: SpokenLanguage },
): Promise<Run> {
  const { userId } = caller;
  const { projectId } = await ownSection(backend.db, sectionId, userId);
  const { runId } = await startRun(backend, 'hearing', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const section = await ownSection(trx, sectionId, userId);
    refuseDeleted(section);
    const { videoId } = section;
    if (mediaOf(section) !== 'video' || section.objectId !== null || !videoId || !originalOf(section)) {
      throw new AppError('unprocessable', 'Only a video that was processed can be transcribed again.');
    }
    const active = await findActiveRun(trx, projectId, 'hearing');
    if (active) {
      const under = hearingInputSchema.parse(active.input);
      if (under.videoId === videoId && under.spoken === spoken) return { runId: active.id };
      throw new AppError(
        'conflict',
        'A video of this project is being transcribed again. Wait for it or cancel it first.',
      );
    }
    const language = spoken === 'auto' ? null : spoken;
    return { runId: await begin({ projectId, input: { videoId, spoken }, language }) };
  });
  return readRun(backend, caller, { runId });
}
