import type { ProjectSummary } from '#contract/projects.ts';
import { queryClient } from './query-client.ts';

/** Query keys: joined by a slash each is its URL. */
export const keys = {
  user: ['/api/auth/user'],
  stats: ['/api/user/stats'],
  credits: ['/api/user/credits'],
  config: ['/api/config'],
  videos: ['/api/user/videos'],
  deletedVideos: ['/api/user/videos/deleted'],
  /** Texts and narrations differ by language; English is what the server gives unasked. */
  project: (id: string, language = 'en') => [
    '/api/projects',
    language === 'en' ? id : `${id}?language=${language}`,
  ],
} as const;

/** Something of a project, or of what is in none, changed elsewhere: read again what shows it. */
export function projectChanged(projectId: string | null): void {
  if (projectId === null) return;
  void refreshProject(projectId);
  libraryChanged();
}

/** Reads a project again in every language, and what hangs on it. */
export function refreshProject(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === '/api/projects' && String(queryKey[1]).startsWith(projectId),
  });
}

/** The library's key holds its filters in one part, so that every variant begins alike. */
export function libraryChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/user/videos'),
  });
}

/** A project as its card in the library last told of it. */
export function listedProject(projectId: string): ProjectSummary | undefined {
  return queryClient
    .getQueriesData<ProjectSummary[]>({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${keys.videos[0]}?`),
    })
    .flatMap(([, cards]) => cards ?? [])
    .find(({ id }) => id === projectId);
}
