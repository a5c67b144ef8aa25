import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import type { ProjectId, WaitingCaller } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { openUploadBudget } from '../uploads/upload-budget.ts';
import { fetchMusic } from './fetch-music.ts';
import { searchMusic } from './search-music.ts';
import { openMusicSources } from './sources/registry.ts';

/** The maximum number of pieces that are tried: the file of one may no longer exist. */
const MAX_TRIED = 3;

/**
 * Gives a project without music the first found piece of a mood that can be downloaded, as one edit.
 * @throws AppError `not_found`; another code with the reason if no piece could be added; the signal's reason
 * if aborted
 */
export async function addMusicOfMood(
  backend: Backend,
  caller: WaitingCaller,
  ids: ProjectId,
  { mood }: { mood: MusicMood },
): Promise<void> {
  const project = await ownProject(backend.db, ids.projectId, caller.userId);
  if (project.music !== null) return;
  const musicSources = openMusicSources(backend.config);
  const parts = { ...backend, musicSources, uploadBudget: openUploadBudget(backend) };
  const results = await searchMusic(parts, caller, { query: '', mood, page: 1 });
  let reason = new AppError(
    'unprocessable',
    results.errors[0]?.message ?? 'No music of this mood was found.',
  );
  for (const { source, id } of results.tracks.toSorted(byTerms).slice(0, MAX_TRIED)) {
    try {
      return await fetchMusic(parts, caller, ids, { source, id });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'not_found') throw error;
      reason = error;
    }
  }
  throw reason;
}

/**
 * Pieces whose licence only requires the credit come first, so that the creator can choose the film's
 * licence.
 */
const byTerms = (a: FoundMusic, b: FoundMusic): number => a.license.terms.length - b.license.terms.length;
