import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { User } from '#contract/users.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useCredits } from '../../../hooks/use-credits.ts';
import { call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { plural } from '../../../lib/format.ts';
import { startRealtime, stopRealtime } from '../../../lib/runs/realtime.ts';

/** The text that a user without an e-mail address types to confirm. */
const WITHOUT_EMAIL = 'DELETE';

interface DeleteAccountDialogProps {
  user: User;
  onClose: () => void;
}

/** The final confirmation: lists what is deleted, and asks for the e-mail address. */
export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const credits = useCredits().data?.totalCredits;
  const remove = useMutation({
    mutationFn: async () => {
      // If the page learnt of the session's end, it would open the sign-in again.
      stopRealtime();
      await call(calls.deleteAccount, { body: { email: typed } });
    },
    onSuccess: () => {
      sessionStorage.clear();
      window.location.assign('/');
    },
    onError: (error) => {
      void startRealtime();
      reportFailure(error, {
        fallback: 'Your account could not be deleted. Please try again.',
        report: setProblem,
      });
    },
  });
  const expected = user.email ?? WITHOUT_EMAIL;
  const same = user.email === null ? typed.trim() === expected : sameAddress(typed, expected);
  const busy = remove.isPending || remove.isSuccess;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (same && !busy) remove.mutate();
  };
  return (
    <Modal
      title="Delete Account"
      lead="Your projects, films, uploads and settings will be deleted immediately. This cannot be undone."
      open
      onClose={onClose}
      held={busy}
      keepOutside={typed !== ''}
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Notice tone="warn">
          {credits === undefined || credits > 0
            ? `Unused credits are forfeited${credits === undefined ? '.' : `: you have ${credits} ${plural(credits, 'credit')}.`}`
            : 'You have no unused credits to lose.'}
        </Notice>
        <p className="text-muted text-sm">
          We keep anonymous payment records and a hashed ID so welcome credits are granted only once.
        </p>
        <Field
          label={
            <>
              Type <span className="break-all">{expected}</span> to confirm
            </>
          }
        >
          {(input) => (
            <input
              {...input}
              value={typed}
              type={user.email === null ? 'text' : 'email'}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <DialogEnd onCancel={onClose} busy={busy} problem={busy ? null : problem}>
          <Button type="submit" look="danger" inactive={!same || busy}>
            {busy ? 'Deleting...' : 'Delete Account'}
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}

const sameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.trim().toLowerCase();
