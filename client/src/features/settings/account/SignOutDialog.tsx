import { useState, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { SETTINGS_LOGIN_REDIRECT_MS } from '../../../config/constants.ts';
import { call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { startRealtime, stopRealtime } from '../../../lib/runs/realtime.ts';
import { toast } from '../../../lib/toast.ts';
import { discardDraft } from '../parts/settings-draft.ts';

/** Asks before every session of the account ends, including this one, and its API keys are revoked. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [problem, setProblem] = useState<Problem | null>(null);
  const signOut = useMutation({
    mutationFn: async () => {
      // If the page learnt of the session's end, it would open the sign-in again.
      stopRealtime();
      await call(calls.deleteSessions);
    },
    onSuccess: () => {
      discardDraft();
      sessionStorage.clear();
      toast({ title: 'Signed Out', description: 'You are signed out on every device.' });
      setTimeout(() => window.location.assign('/'), SETTINGS_LOGIN_REDIRECT_MS);
    },
    onError: (error) => {
      void startRealtime();
      reportFailure(error, { fallback: 'Could not sign you out. Please try again.', report: setProblem });
    },
  });
  const busy = signOut.isPending || signOut.isSuccess;
  return (
    <Modal
      title="Sign Out Everywhere"
      lead="You will be signed out on every device and in every browser, including this one. Your API keys are revoked. Films in progress continue."
      open
      onClose={onClose}
      held={busy}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        <DialogEnd onCancel={onClose} busy={busy} problem={busy ? null : problem}>
          <Button look="primary" inactive={busy} onClick={() => signOut.mutate()}>
            {busy ? 'Signing out...' : 'Sign Out Everywhere'}
          </Button>
        </DialogEnd>
      </div>
    </Modal>
  );
}
