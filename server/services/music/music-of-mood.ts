import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/errors.ts';
import { ownProject } from '../ownership.ts';
import { openUploadBudget } from '../uploads/upload-budget.ts';
import { fetchMusic } from './fetch-music.ts';
import { searchMusic } from './search-music.ts';
import { openMusicSources } from './sources/registry.ts';

/** How many pieces are tried: the file of one may be gone. */
const MOST_TRIED = 3;

/**
 * Gives a project that has no music the first found piece of a mood that can be fetched, as one edit.
 * @throws AppError not_found; another one with the reason if there is none; the signal's reason when aborted
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

/** Pieces whose licence asks for nothing but the credit come first: the film's licence stays its creator's choice. */
const byTerms = (a: FoundMusic, b: FoundMusic): number => a.license.terms.length - b.license.terms.length;
