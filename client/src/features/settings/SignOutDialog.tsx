import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Modal } from '../../components/ui/Modal.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { SETTINGS_LOGIN_REDIRECT_MS } from '../../config/constants.ts';
import { call, userMessage } from '../../lib/api.ts';
import { startRealtime, stopRealtime } from '../../lib/realtime.ts';
import { toast } from '../../lib/toast.ts';
import { discardDraft } from './settings-draft.ts';

/** Asks before every session of the account ends, including this one. */
export function SignOutDialog({ onClose }: { onClose: () => void }): ReactElement {
  const signOut = useMutation({
    mutationFn: async () => {
      // On learning of the session's end, the page would open the sign-in again.
      stopRealtime();
      await call(calls.deleteSessions);
    },
    onSuccess: () => {
      discardDraft();
      sessionStorage.clear();
      toast({ title: 'Signed Out', description: 'You are signed out on every device.' });
      setTimeout(() => window.location.assign('/'), SETTINGS_LOGIN_REDIRECT_MS);
    },
    onError: () => void startRealtime(),
  });
  const busy = signOut.isPending || signOut.isSuccess;
  return (
    <Modal
      title="Sign Out Everywhere"
      lead="You will be signed out on every device and in every browser, including this one. Films in progress continue."
      open
      onClose={onClose}
      held={busy}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {signOut.isError ? (
          <Notice tone="danger" urgent error={signOut.error}>
            {userMessage(signOut.error, 'You could not be signed out. Please try again.')}
          </Notice>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button inactive={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" inactive={busy} onClick={() => signOut.mutate()}>
            {busy ? 'Signing out...' : 'Sign Out Everywhere'}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
