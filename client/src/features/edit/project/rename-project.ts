import type { Project } from '#contract/projects.ts';
import { call, isUnauthorized, userMessage } from '../../../lib/api.ts';
import { keys, libraryChanged, refreshProject } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { sessionLost } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';

/** Gives a project another title, with a toast that takes it back. True when it was saved. */
export async function renameProject(
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  try {
    const { title } = await call<Project>('PATCH', `/api/projects/${id}`, { body: { title: to } });
    // Shown at once, in every language that was read.
    queryClient.setQueriesData<Project>(
      {
        predicate: ({ queryKey: [path, name] }) =>
          path === keys.project(id)[0] && String(name).startsWith(id),
      },
      (project) => (project?.sections ? { ...project, title } : project),
    );
    void refreshProject(id);
    libraryChanged();
    toast({
      title: 'Project Renamed',
      description: title,
      action: { label: 'Undo', onClick: () => void renameProject(id, { from: title, to: from }) },
    });
    return true;
  } catch (error) {
    if (isUnauthorized(error)) sessionLost();
    else
      toast({
        title: 'Rename Failed',
        description: userMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    return false;
  }
}
