import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { DeletedModal } from '../../../components/ui/dialogs/DeletedModal.tsx';
import { formatTimeOfDay, preciseTime } from '../../../lib/format.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useEditor } from '../context/editor-context.ts';

/** Lists deleted sections that can be restored. */
export function DeletedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const { data, error, refetch } = useQuery({
    ...reading(calls.listDeletedSections, { params: { id: editor.state.projectId } }),
    // The cache does not include deletions of other pages.
    refetchOnMount: 'always',
  });
  return (
    <DeletedModal
      title="Deleted sections"
      lead="You can restore them for 30 days."
      items={data?.map((section) => ({
        ...section,
        detail: `${preciseTime(section.duration)} · deleted ${formatTimeOfDay(section.deletedAt)}`,
      }))}
      failure={error ? 'Could not load the deleted sections.' : null}
      error={error}
      onRetry={() => void refetch()}
      onRestore={(sectionId) => {
        const section = data?.find((candidate) => candidate.id === sectionId);
        if (section) void editor.sections.restore(section);
      }}
      onClose={onClose}
    />
  );
}
