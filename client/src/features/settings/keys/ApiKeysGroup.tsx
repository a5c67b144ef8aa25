import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { reading } from '../../../lib/api/queries.ts';
import { Group, GroupRow } from '../parts/Group.tsx';
import { describeKey, isExpired, scopeName } from './key-words.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';

const CREATE_ID = 'create-api-key';

/** The keys with which programs use the account. */
export function ApiKeysGroup(): ReactElement {
  // The last use of a key changes while no page is open.
  const { data, isError, error, refetch } = useQuery({
    ...reading(calls.listApiKeys, {}),
    refetchOnMount: 'always',
  });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
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
        <KeyList keys={data} onRevoke={setRevoking} />
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
      {creating ? <NewKeyDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? (
        <RevokeKeyDialog apiKey={revoking} returnTo={CREATE_ID} onClose={() => setRevoking(null)} />
      ) : null}
    </Group>
  );
}

interface KeyListProps {
  keys: ApiKey[];
  onRevoke: (apiKey: ApiKey) => void;
}

function KeyList({ keys, onRevoke }: KeyListProps): ReactElement {
  if (keys.length === 0) return <p className="text-muted text-sm">You have no API keys.</p>;
  return (
    <ul aria-label="Your API keys" className="divide-line border-line divide-y border-t">
      {keys.map((key) => (
        <li
          key={key.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-40 space-y-1">
            <p className="font-medium break-words">
              {key.name} <code className="text-muted text-xs font-normal">{key.prefix}…</code>
            </p>
            <p className="flex flex-wrap gap-1.5">
              {key.scopes.map((scope) => (
                <Badge key={scope}>{scopeName(scope)}</Badge>
              ))}
              {isExpired(key) ? <Badge tone="warn">Expired</Badge> : null}
            </p>
            <p className="text-muted text-xs">{describeKey(key)}</p>
          </div>
          <Button look="danger" size="sm" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}
