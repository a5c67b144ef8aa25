import type { ReactElement, ReactNode } from 'react';
import type { Problem } from '../../../lib/api/attempt.ts';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../messages/Notice.tsx';

interface DialogEndProps {
  onCancel: () => void;
  /** Whether Cancel is disabled while the action runs. */
  busy?: boolean;
  /** The reason why the last attempt failed. */
  problem?: Problem | null;
  /** The button that performs the action. */
  children: ReactNode;
}

/** The footer of a dialog: the error, Cancel, and the button that performs the action. */
export function DialogEnd({ onCancel, busy, problem, children }: DialogEndProps): ReactElement {
  return (
    <>
      {problem ? (
        <Notice tone="danger" urgent error={problem.error}>
          {problem.text}
        </Notice>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel} inactive={busy}>
          Cancel
        </Button>
        {children}
      </div>
    </>
  );
}
