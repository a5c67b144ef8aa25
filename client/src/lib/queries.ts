import { queryClient } from './query-client.ts';

/** Query keys: joined by a slash each is its URL. */
export const keys = {
  user: ['/api/auth/user'],
  stats: ['/api/user/stats'],
  credits: ['/api/user/credits'],
  config: ['/api/config'],
  videos: ['/api/user/videos'],
  project: (id: string) => ['/api/projects', id],
} as const;

/** Something of a project changed elsewhere: read again what shows it. */
export function projectChanged(projectId: string): void {
  void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
  libraryChanged();
}

/** The library's key holds its filters in one part, so that every variant begins alike. */
export function libraryChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/user/videos'),
  });
}
