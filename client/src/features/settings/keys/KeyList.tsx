import type { ReactElement } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { scopeName } from '../../../components/keys/scope-words.ts';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { describeKey, isExpired } from './key-words.ts';

interface KeyListProps {
  label: string;
  /** The sentence of an empty list. */
  empty: string;
  keys: ApiKey[];
  /** What revokes a key. */
  button: 'Revoke' | 'Disconnect';
  onRevoke: (apiKey: ApiKey) => void;
}

/** API keys, or the keys of connected apps. */
export function KeyList({ label, empty, keys, button, onRevoke }: KeyListProps): ReactElement {
  if (keys.length === 0) return <p className="text-muted text-sm">{empty}</p>;
  return (
    <ul aria-label={label} className="divide-line border-line divide-y border-t">
      {keys.map((key) => (
        <li
          key={key.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-40 space-y-1">
            <p className="font-medium break-words">
              {key.name} <Origin apiKey={key} />
            </p>
            <p className="flex flex-wrap gap-1.5">
              {key.scopes.map((scope) => (
                <Badge key={scope}>{scopeName(scope)}</Badge>
              ))}
              {isExpired(key) ? <Badge tone="warn">Expired</Badge> : null}
            </p>
            <p className="text-muted text-xs">{describeKey(key)}</p>
          </div>
          <Button look="danger" size="sm" aria-label={`${button} ${key.name}`} onClick={() => onRevoke(key)}>
            {button}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Distinguishes a key from others with the same name. */
function Origin({ apiKey: { app, prefix } }: { apiKey: ApiKey }): ReactElement {
  if (!app) return <code className="text-muted text-xs font-normal">{prefix}…</code>;
  return <span className="text-muted text-xs font-normal">{app.site ?? 'a program on a computer'}</span>;
}
