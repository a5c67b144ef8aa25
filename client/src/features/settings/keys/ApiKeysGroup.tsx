import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { reading } from '../../../lib/api/queries.ts';
import { Group, GroupRow } from '../parts/Group.tsx';
import { APPS_ID, ConnectedAppsGroup } from './ConnectedAppsGroup.tsx';
import { KeyList } from './KeyList.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';

const CREATE_ID = 'create-api-key';

/** The keys with which programs use the account, and the apps that were connected to it. */
export function ApiKeysGroup(): ReactElement {
  // The last use of a key changes while no page is open.
  const { data, isError, error, refetch } = useQuery({
    ...reading(calls.listApiKeys, {}),
    refetchOnMount: 'always',
  });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const apps = data?.filter(({ app }) => app !== null);
  return (
    <>
      <Group title="API keys">
        <GroupRow
          title="Access for programs"
          hint={
            <>
              A key lets a script act for you, within its scopes. The{' '}
              <a
                href="/api/docs"
                target="_blank"
                rel="noreferrer"
                className="text-accent hover:text-fg underline"
              >
                API reference
              </a>{' '}
              lists the calls.
            </>
          }
        >
          <Button id={CREATE_ID} onClick={() => setCreating(true)}>
            <KeyRound aria-hidden size={16} /> Create API Key
          </Button>
        </GroupRow>
        {data ? (
          <KeyList
            label="Your API keys"
            empty="You have no API keys."
            button="Revoke"
            keys={data.filter(({ app }) => app === null)}
            onRevoke={setRevoking}
          />
        ) : isError ? (
          <Notice
            tone="danger"
            error={error}
            action={<Button onClick={() => void refetch()}>Try Again</Button>}
          >
            Could not load the API keys.
          </Notice>
        ) : (
          <p className="text-muted text-sm">Loading...</p>
        )}
      </Group>
      {apps ? <ConnectedAppsGroup apps={apps} onRevoke={setRevoking} /> : null}
      {creating ? <NewKeyDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? (
        <RevokeKeyDialog
          apiKey={revoking}
          returnTo={revoking.app ? APPS_ID : CREATE_ID}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </>
  );
}
