import type { ReactElement } from 'react';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Group, GroupRow } from './Group.tsx';

/** The channel that films can be published to. */
export function ChannelGroup({ channel }: { channel: string | null }): ReactElement {
  return (
    <Group title="YouTube Integration">
      <GroupRow
        title={channel ?? 'No channel connected'}
        hint={
          <span id="channel-hint">
            Connecting a channel is not available in this installation yet. Videos are added by search.
          </span>
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={channel ? 'ok' : 'neutral'}>{channel ? 'Connected' : 'Not connected'}</Badge>
          <Button inactive aria-describedby="channel-hint">
            Connect YouTube
          </Button>
        </div>
      </GroupRow>
    </Group>
  );
}
