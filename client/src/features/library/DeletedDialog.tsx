import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { DeletedModal } from '../../components/ui/dialogs/DeletedModal.tsx';
import { formatTimeOfDay } from '../../lib/format.ts';
import { reading } from '../../lib/api/queries.ts';
import { restoreProject } from './project-actions.ts';

/** Lists the projects that can be restored. */
export function DeletedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { data, error, refetch } = useQuery(reading(calls.listDeletedProjects, {}));
  return (
    <DeletedModal
      title="Recently deleted"
      lead="Projects can be restored for 30 days."
      items={data?.map((project) => ({
        ...project,
        detail: `Deleted ${formatTimeOfDay(project.deletedAt)}`,
      }))}
      failure={error ? 'The deleted projects could not be loaded.' : null}
      error={error}
      onRetry={() => void refetch()}
      onRestore={(projectId) => {
        const project = data?.find((candidate) => candidate.id === projectId);
        if (project) void restoreProject(project.id, project.title);
      }}
      onClose={onClose}
    />
  );
}
