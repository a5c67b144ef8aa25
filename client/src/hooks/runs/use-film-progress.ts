import { type FilmProgress, filmProgress } from '../../lib/runs/film-progress.ts';
import { useNewestRun } from '../../lib/runs/runs.ts';
import { useProject } from '../use-project.ts';

/**
 * Returns the progress of the film that follows a project's processing. Returns `null` if no film follows, or
 * until that is known.
 */
export function useFilmProgress(projectId: string | null): FilmProgress | null {
  const { data } = useProject(projectId);
  const processing = useNewestRun(projectId, 'processing');
  const generation = useNewestRun(projectId, 'generation');
  // The loaded project knows its runs before the live ones arrive.
  return filmProgress(processing ?? data?.processing ?? null, generation ?? data?.generation ?? null);
}
