import { useState, type ReactElement, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';

interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  lead: string;
  /** The button's label, and its label while the work runs. */
  button: string;
  busyButton: string;
  work: () => Promise<unknown>;
  /** The message without a reason of the server. */
  fallback: string;
  /** Called after the work; it closes the dialog unless it sets a result. */
  onDone: () => void;
  onClose: () => void;
  /** What the dialog shows after the work, if it must be read. */
  result?: { title: string; lead: string; content: ReactNode } | null;
  /** The ID of the element that receives the focus, since the opener disappears. */
  returnTo?: string;
}

/** Asks before work that cannot be undone. */
export function ConfirmDialog({
  title,
  lead,
  button,
  busyButton,
  work,
  fallback,
  onDone,
  onClose,
  result = null,
  ...place
}: ConfirmDialogProps): ReactElement {
  const [problem, setProblem] = useState<Problem | null>(null);
  const confirmed = useMutation({
    mutationFn: work,
    onSuccess: onDone,
    onError: (error) => reportFailure(error, { fallback, report: setProblem }),
  });
  const busy = confirmed.isPending;
  return (
    <Modal
      title={result?.title ?? title}
      lead={result?.lead ?? lead}
      open
      onClose={onClose}
      held={busy}
      keepOutside={result !== null}
      {...place}
    >
      {result?.content ?? (
        <div className="space-y-4 overflow-y-auto p-5">
          <DialogEnd onCancel={onClose} busy={busy} problem={busy ? null : problem}>
            <Button look="danger" inactive={busy} onClick={() => confirmed.mutate()}>
              {busy ? busyButton : button}
            </Button>
          </DialogEnd>
        </div>
      )}
    </Modal>
  );
}

/** Waits for a removal. It succeeds too if another tab has removed the same. */
export async function removed(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
