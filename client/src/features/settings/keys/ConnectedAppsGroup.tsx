import type { ReactElement } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { Group } from '../parts/Group.tsx';
import { KeyList } from './KeyList.tsx';

/** The ID of the element that receives the focus after an app was disconnected. */
export const APPS_ID = 'connected-apps';

interface ConnectedAppsGroupProps {
  apps: ApiKey[];
  onRevoke: (app: ApiKey) => void;
}

/** The apps that the user allowed to use the account. */
export function ConnectedAppsGroup({ apps, onRevoke }: ConnectedAppsGroupProps): ReactElement {
  return (
    <Group title="Connected apps">
      <p id={APPS_ID} tabIndex={-1} className="text-muted text-xs">
        Agents that support the Model Context Protocol connect at{' '}
        <code className="wrap-anywhere">{window.location.origin}/mcp</code>, and ask you here what they may
        do.
      </p>
      <KeyList
        label="Your connected apps"
        empty="No app is connected."
        button="Disconnect"
        keys={apps}
        onRevoke={onRevoke}
      />
    </Group>
  );
}
