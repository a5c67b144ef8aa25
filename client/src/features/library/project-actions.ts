import * as calls from '#contract/calls/index.ts';
import type { ProjectSummary } from '#contract/projects.ts';
import type { Go } from '../../hooks/page/use-place.ts';
import { call } from '../../lib/api/api.ts';
import { attempt, type Failure } from '../../lib/api/attempt.ts';
import { changeCards, keys, projectChanged } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toast.ts';

const failure = (title: string, retry?: () => void): Failure => ({
  title,
  fallback: 'Please try again.',
  ...(retry && { retry }),
});

/** Reloads the list and the profile's figures. */
function listChanged(id: string): void {
  projectChanged(id);
  void queryClient.invalidateQueries({ queryKey: keys.stats });
}

/** Returns whether the project was saved. */
export function renameProject(id: string, patch: { title?: string; description?: string }): Promise<boolean> {
  const rename = async (): Promise<void> => {
    const { title, description } = await call(calls.updateProject, { params: { id }, body: patch });
    changeCards((cards) => cards.map((card) => (card.id === id ? { ...card, title, description } : card)));
    projectChanged(id);
  };
  return attempt(rename, failure('Rename Failed'));
}

export async function duplicateProject(project: ProjectSummary, go: Go): Promise<void> {
  const duplicate = async (): Promise<void> => {
    const { projectId } = await call(calls.duplicateProject, { params: { id: project.id } });
    listChanged(projectId);
    toast({
      title: 'Project Duplicated',
      description: project.title,
      action: { label: 'Edit Copy', onClick: () => go({ stage: 'edit', project: projectId }) },
    });
  };
  await attempt(
    duplicate,
    failure('Duplicate Failed', () => void duplicateProject(project, go)),
  );
}

/** Deletes a project and offers Undo. Returns whether that succeeded. */
export function deleteProject({ id, title }: ProjectSummary): Promise<boolean> {
  const remove = async (): Promise<void> => {
    await call(calls.deleteProject, { params: { id } });
    changeCards((cards) => cards.filter((card) => card.id !== id));
    listChanged(id);
    toast({
      title: 'Project Deleted',
      description: `${title} can be restored for 30 days.`,
      action: { label: 'Undo', onClick: () => void restoreProject(id, title) },
    });
  };
  return attempt(remove, failure('Delete Failed'));
}

export async function restoreProject(id: string, title: string): Promise<void> {
  const restore = async (): Promise<void> => {
    await call(calls.restoreProject, { params: { id } });
    listChanged(id);
    toast({ title: 'Project Restored', description: title });
  };
  await attempt(
    restore,
    failure('Restore Failed', () => void restoreProject(id, title)),
  );
}
