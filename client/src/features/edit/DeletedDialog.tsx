import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { z } from 'zod';
import type { deletedSectionSchema } from '#contract/sections.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Modal } from '../../components/ui/Modal.tsx';
import { formatTimeOfDay, preciseTime } from '../../lib/format.ts';
import { keys } from '../../lib/queries.ts';
import { useEditor } from './editor-context.ts';
import { restoreSection } from './section-actions.ts';

type Deleted = z.infer<typeof deletedSectionSchema>;

/** What was deleted and can still be brought back. */
export function DeletedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const [path, id] = keys.project(editor.getState().projectId);
  const { data, isError, refetch } = useQuery<Deleted[]>({
    queryKey: [path, `${id}/sections/deleted`],
    // Deletes of another page are not known here.
    refetchOnMount: 'always',
  });
  return (
    <Modal title="Deleted sections" lead="They can be brought back for 30 days." open onClose={onClose}>
      <div className="min-h-24 overflow-y-auto px-5 py-2">
        {isError ? (
          <div className="flex items-center justify-between gap-3 py-4">
            <p role="alert">The deleted sections could not be read.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : null}
        {data?.length === 0 ? <p className="text-muted py-6 text-center">Nothing was deleted.</p> : null}
        <ul className="divide-line divide-y">
          {data?.map((section) => (
            <li key={section.id} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{section.title}</p>
                <p className="text-muted text-xs tabular-nums">
                  {preciseTime(section.duration)} · deleted {formatTimeOfDay(section.deletedAt)}
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`Restore ${section.title}`}
                onClick={() => void restoreSection(editor, section)}
              >
                <RotateCcw aria-hidden size={16} /> Restore
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
