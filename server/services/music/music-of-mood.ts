import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import { ownProject } from '../ownership.ts';
import { openUploadBudget } from '../uploads/upload-budget.ts';
import { fetchMusic } from './fetch-music.ts';
import { searchMusic } from './search-music.ts';
import { openMusicSources } from './sources/registry.ts';

/** The most pieces that are tried: the file of one may no longer exist. */
const MOST_TRIED = 3;

/**
 * Gives a project without music the first found piece of a mood that can be downloaded, as one edit.
 * @throws AppError `not_found`; another code with the reason if no piece could be added; the signal's reason
 * if aborted
 */
export async function addMusicOfMood(
  backend: Backend,
  own: { userId: string; projectId: string },
  mood: MusicMood,
  signal: AbortSignal,
): Promise<void> {
  const project = await ownProject(backend.db, own.projectId, own.userId);
  if (project.music !== null) return;
  const sources = openMusicSources(backend.config);
  const parts = { sources, budget: openUploadBudget(backend), onProgress: () => {} };
  const found = await searchMusic(backend, sources, { query: '', mood, page: 1 }, signal);
  let reason = new AppError('unprocessable', found.errors[0]?.message ?? 'No music of this mood was found.');
  for (const { source, id } of found.tracks.toSorted(byTerms).slice(0, MOST_TRIED)) {
    try {
      return await fetchMusic(backend, parts, own, { source, id }, signal);
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
