import type { z } from 'zod';
import type { duplicateResultSchema, Project, ProjectSummary } from '#contract/projects.ts';
import type { Go } from '../../hooks/use-place.ts';
import { call, userMessage } from '../../lib/api.ts';
import { keys, projectChanged } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';

function failed(title: string, error: unknown): void {
  toast({ title, description: userMessage(error, 'Please try again.'), variant: 'destructive', error });
}

/** The list and the profile's figures are read again. */
function listChanged(id: string): void {
  projectChanged(id);
  void queryClient.invalidateQueries({ queryKey: keys.stats });
}

/** Changes the cards at once, in every variant of the list; the server's answer follows. */
function changeCards(change: (cards: ProjectSummary[]) => ProjectSummary[]): void {
  queryClient.setQueriesData<ProjectSummary[]>(
    { predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`${keys.videos[0]}?`) },
    (cards) => cards && change(cards),
  );
}

/** True when it was saved. */
export async function renameProject(
  id: string,
  patch: { title: string; description: string },
): Promise<boolean> {
  try {
    const { title, description } = await call<Project>('PATCH', `/api/projects/${id}`, { body: patch });
    changeCards((cards) => cards.map((card) => (card.id === id ? { ...card, title, description } : card)));
    projectChanged(id);
    return true;
  } catch (error) {
    failed('Rename Failed', error);
    return false;
  }
}

export async function duplicateProject({ id, title }: ProjectSummary, go: Go): Promise<void> {
  try {
    const { projectId } = await call<z.infer<typeof duplicateResultSchema>>(
      'POST',
      `/api/projects/${id}/duplicate`,
    );
    listChanged(projectId);
    toast({
      title: 'Project Duplicated',
      description: title,
      action: { label: 'Edit Copy', onClick: () => go({ stage: 'edit', project: projectId }) },
    });
  } catch (error) {
    failed('Duplicate Failed', error);
  }
}

/** Deletes with Undo. True when it is gone. */
export async function deleteProject({ id, title }: ProjectSummary): Promise<boolean> {
  try {
    await call('DELETE', `/api/projects/${id}`);
  } catch (error) {
    failed('Delete Failed', error);
    return false;
  }
  changeCards((cards) => cards.filter((card) => card.id !== id));
  listChanged(id);
  toast({
    title: 'Project Deleted',
    description: `${title} can be restored for 30 days.`,
    action: { label: 'Undo', onClick: () => void restoreProject(id, title) },
  });
  return true;
}

export async function restoreProject(id: string, title: string): Promise<void> {
  try {
    await call('POST', `/api/projects/${id}/restore`);
    listChanged(id);
    toast({ title: 'Project Restored', description: title });
  } catch (error) {
    failed('Restore Failed', error);
  }
}
