import type { ReactElement } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { call } from '../../../lib/api/api.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toast.ts';
import { ConfirmDialog, removed } from '../parts/ConfirmDialog.tsx';

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  /** The ID of the element that receives the focus, since the key's own button disappears. */
  returnTo: string;
  onClose: () => void;
}

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ apiKey, returnTo, onClose }: RevokeKeyDialogProps): ReactElement {
  return (
    <ConfirmDialog
      title="Revoke API Key"
      lead={`Programs that use “${apiKey.name}” are disconnected and refused immediately. This cannot be undone.`}
      button="Revoke Key"
      busyButton="Revoking..."
      work={() => removed(call(calls.revokeApiKey, { params: { id: apiKey.id } }))}
      fallback="Could not revoke this key. Please try again."
      onDone={() => {
        queryClient.setQueryData(reading(calls.listApiKeys, {}).queryKey, (keys) =>
          keys?.filter(({ id }) => id !== apiKey.id),
        );
        toast({ title: 'API Key Revoked', description: `“${apiKey.name}” no longer works.` });
        onClose();
      }}
      onClose={onClose}
      returnTo={returnTo}
    />
  );
}
