import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { z } from 'zod';
import type { deletedProjectSchema } from '#contract/projects.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Modal } from '../../components/ui/Modal.tsx';
import { formatTimeOfDay } from '../../lib/format.ts';
import { keys } from '../../lib/queries.ts';
import { restoreProject } from './project-actions.ts';

type Deleted = z.infer<typeof deletedProjectSchema>;

/** The projects that can still be brought back. */
export function DeletedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { data, isError, refetch } = useQuery<Deleted[]>({ queryKey: keys.deletedVideos });
  return (
    <Modal title="Recently deleted" lead="Projects can be brought back for 30 days." open onClose={onClose}>
      <div className="min-h-24 overflow-y-auto px-5 py-2">
        {isError ? (
          <div className="flex items-center justify-between gap-3 py-4">
            <p role="alert">The deleted projects could not be read.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : null}
        {data?.length === 0 ? <p className="text-muted py-6 text-center">Nothing was deleted.</p> : null}
        <ul className="divide-line divide-y">
          {data?.map(({ id, title, deletedAt }) => (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{title}</p>
                <p className="text-muted text-xs">Deleted {formatTimeOfDay(deletedAt)}</p>
              </div>
              <Button
                size="sm"
                aria-label={`Restore ${title}`}
                onClick={() => void restoreProject(id, title)}
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
