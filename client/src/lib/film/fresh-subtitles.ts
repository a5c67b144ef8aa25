import type { Film } from '#contract/projects.ts';
import { keys, refreshProject } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { FilmRef } from './film-link.ts';

/** The subtitles' currently signed links; null without subtitles, or without a response. */
export async function freshSubtitles({ projectId, language }: FilmRef): Promise<Film['subtitles']> {
  await refreshProject(projectId);
  const project = queryClient.getQueryData(keys.project(projectId, language));
  return project?.films.find((film) => film.language === language)?.subtitles ?? null;
}
