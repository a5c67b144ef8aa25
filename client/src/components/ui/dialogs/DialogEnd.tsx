import type { ReactElement, ReactNode } from 'react';
import type { Problem } from '../../../lib/api/attempt.ts';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../messages/Notice.tsx';

interface DialogEndProps {
  onCancel: () => void;
  /** Cancel waits too. */
  busy?: boolean;
  /** Why the last try failed. */
  problem?: Problem | null;
  /** The button that does it. */
  children: ReactNode;
}

/** The end of a dialog: what went wrong, Cancel, and the button that does it. */
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
