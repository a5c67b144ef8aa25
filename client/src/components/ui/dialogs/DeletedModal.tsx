import type { ReactElement } from 'react';
import { RotateCcw } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { ErrorId } from '../messages/ErrorId.tsx';
import { Modal } from './Modal.tsx';

interface DeletedModalProps {
  title: string;
  lead: string;
  /** `undefined` until loaded; `detail` distinguishes items. */
  items: { id: string; title: string; detail: string }[] | undefined;
  /** The message if loading failed. */
  failure: string | null;
  error: unknown;
  onRetry: () => void;
  onRestore: (id: string) => void;
  onClose: () => void;
}

/** Lists deleted items that can be restored. */
export function DeletedModal(props: DeletedModalProps): ReactElement {
  const { title, lead, items, failure, error, onRetry, onRestore, onClose } = props;
  return (
    <Modal title={title} lead={lead} open onClose={onClose}>
      <div className="min-h-24 overflow-y-auto px-5 py-2">
        {failure ? (
          <div className="flex items-center justify-between gap-3 py-4">
            <div role="alert">
              <p>{failure}</p>
              <ErrorId error={error} className="mt-1" />
            </div>
            <Button size="sm" onClick={onRetry}>
              Try Again
            </Button>
          </div>
        ) : null}
        {items?.length === 0 ? <p className="text-muted py-6 text-center">Nothing deleted.</p> : null}
        <ul className="divide-line divide-y">
          {items?.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words">{item.title}</p>
                <p className="text-muted text-xs tabular-nums">{item.detail}</p>
              </div>
              <Button size="sm" aria-label={`Restore ${item.title}`} onClick={() => onRestore(item.id)}>
                <RotateCcw aria-hidden size={16} /> Restore
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
