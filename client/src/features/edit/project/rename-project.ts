import * as calls from '#contract/calls/index.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { changeProject, projectChanged } from '../../../lib/api/queries.ts';
import { toast } from '../../../lib/toast.ts';

/** Renames a project and shows a toast that can undo it. Returns whether it was saved. */
export function renameProject(id: string, { from, to }: { from: string; to: string }): Promise<boolean> {
  const rename = async (): Promise<void> => {
    const { title } = await call(calls.updateProject, { params: { id }, body: { title: to } });
    // The page shows the new title before the server answers.
    changeProject(id, (project) => ({ ...project, title }));
    projectChanged(id);
    toast({
      title: 'Project Renamed',
      description: title,
      action: { label: 'Undo', onClick: () => void renameProject(id, { from: title, to: from }) },
    });
  };
  return attempt(rename, { title: 'Rename Failed', fallback: 'Please try again.' });
}
