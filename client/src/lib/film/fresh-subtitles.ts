import type { Film } from '#contract/projects.ts';
import { keys, refreshProject } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { FilmRef } from './film-link.ts';

/** Returns newly signed links of the subtitles. Returns `null` if there are no subtitles, or no response. */
export async function freshSubtitles({ projectId, language }: FilmRef): Promise<Film['subtitles']> {
  await refreshProject(projectId);
  const project = queryClient.getQueryData(keys.project(projectId, language));
  return project?.films.find((film) => film.language === language)?.subtitles ?? null;
}
