import type { ReactElement } from 'react';
import { Badge } from '../../components/ui/display/Badge.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { Group, GroupRow } from './parts/Group.tsx';
import { useChannel } from './use-channel.ts';

/** The channel to which videos can be uploaded. */
export function ChannelGroup({
  channel,
  allowsCaptions,
}: {
  channel: string | null;
  allowsCaptions: boolean;
}): ReactElement {
  const { busy, connect, disconnect } = useChannel();
  const standIn = useConfig()?.channel.standIn ?? false;
  return (
    <Group title="YouTube Integration">
      <GroupRow
        title={channel ?? 'No channel connected'}
        hint={<span id="channel-hint">{hintOf(channel, standIn)}</span>}
      >
        <div className="flex flex-wrap items-center gap-3">
          <Badge tone={channel ? 'ok' : 'neutral'}>{channel ? 'Connected' : 'Not connected'}</Badge>
          {channel ? (
            <Button inactive={busy} onClick={disconnect}>
              Disconnect YouTube
            </Button>
          ) : (
            <Button inactive={busy} aria-describedby="channel-hint" onClick={connect}>
              Connect YouTube
            </Button>
          )}
        </div>
      </GroupRow>
      {channel !== null && !allowsCaptions ? (
        <Notice>
          This connection does not include subtitles. To send them with your films, disconnect the channel and
          connect it again.
        </Notice>
      ) : null}
    </Group>
  );
}

function hintOf(channel: string | null, standIn: boolean): string {
  const hint = channel
    ? 'Films and your own videos can be uploaded to this channel.'
    : 'Connect a channel to upload films and your own videos to it.';
  return standIn ? `${hint} YouTube is simulated here, so nothing is published.` : hint;
}
