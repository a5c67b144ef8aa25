import { useState, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { ApiError, call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toast.ts';

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  /** The ID of the element that receives the focus, since the key's own button disappears. */
  returnTo: string;
  onClose: () => void;
}

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ apiKey, returnTo, onClose }: RevokeKeyDialogProps): ReactElement {
  const [problem, setProblem] = useState<Problem | null>(null);
  const revoke = useMutation({
    mutationFn: async () => {
      try {
        await call(calls.revokeApiKey, { params: { id: apiKey.id } });
      } catch (error) {
        // Another tab revoked it.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    onSuccess: () => {
      queryClient.setQueryData(reading(calls.listApiKeys, {}).queryKey, (keys) =>
        keys?.filter(({ id }) => id !== apiKey.id),
      );
      toast({ title: 'API Key Revoked', description: `“${apiKey.name}” no longer works.` });
      onClose();
    },
    onError: (error) =>
      reportFailure(error, { fallback: 'Could not revoke this key. Please try again.', report: setProblem }),
  });
  const busy = revoke.isPending;
  return (
    <Modal
      title="Revoke API Key"
      lead={`Programs that use “${apiKey.name}” are disconnected and refused immediately. This cannot be undone.`}
      open
      onClose={onClose}
      held={busy}
      returnTo={returnTo}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        <DialogEnd onCancel={onClose} busy={busy} problem={busy ? null : problem}>
          <Button look="danger" inactive={busy} onClick={() => revoke.mutate()}>
            {busy ? 'Revoking...' : 'Revoke Key'}
          </Button>
        </DialogEnd>
      </div>
    </Modal>
  );
}
