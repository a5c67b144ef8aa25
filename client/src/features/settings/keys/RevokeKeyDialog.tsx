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

const wordsOf = ({ name, app }: ApiKey) =>
  app
    ? {
        title: 'Disconnect App',
        lead: `“${name}” is disconnected and refused immediately. It can ask you again.`,
        button: 'Disconnect App',
        busyButton: 'Disconnecting...',
        fallback: 'Could not disconnect this app. Please try again.',
        done: { title: 'App Disconnected', description: `“${name}” has no access any more.` },
      }
    : {
        title: 'Revoke API Key',
        lead: `Programs that use “${name}” are disconnected and refused immediately. This cannot be undone.`,
        button: 'Revoke Key',
        busyButton: 'Revoking...',
        fallback: 'Could not revoke this key. Please try again.',
        done: { title: 'API Key Revoked', description: `“${name}” no longer works.` },
      };

/** Asks before a key is revoked or an app is disconnected. */
export function RevokeKeyDialog({ apiKey, returnTo, onClose }: RevokeKeyDialogProps): ReactElement {
  const { done, ...words } = wordsOf(apiKey);
  return (
    <ConfirmDialog
      {...words}
      work={() => removed(call(calls.revokeApiKey, { params: { id: apiKey.id } }))}
      onDone={() => {
        queryClient.setQueryData(reading(calls.listApiKeys, {}).queryKey, (keys) =>
          keys?.filter(({ id }) => id !== apiKey.id),
        );
        toast(done);
        onClose();
      }}
      onClose={onClose}
      returnTo={returnTo}
    />
  );
}
