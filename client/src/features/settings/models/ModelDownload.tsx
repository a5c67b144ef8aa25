import { useEffect, useRef, type ReactElement } from 'react';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { downloadSize } from '#text/messages/download-size.ts';
import type { ModelDownload as Download } from '#contract/models.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { announce } from '../../../lib/announce.ts';
import { spokenLength } from '../../../lib/format.ts';
import type { ChangeDownload } from './use-models.ts';

interface ModelDownloadProps {
  download: Download;
  busy: boolean;
  onChange: (action: ChangeDownload) => void;
}

/** The download in progress: its size, speed, time left and actions. */
export function ModelDownload({ download, busy, onChange }: ModelDownloadProps): ReactElement {
  const { state, receivedBytes, totalBytes, message } = download;
  const percent = totalBytes > 0 ? (receivedBytes / totalBytes) * 100 : 0;
  const figures = figuresOf(download);
  const spoken = useRef(state);
  useEffect(() => {
    if (spoken.current !== state && state === 'paused') announce('The download is paused.');
    spoken.current = state;
  }, [state]);
  return (
    <div className="border-line space-y-3 rounded-md border p-4">
      <ProgressBar label="Download of models" value={percent} valueText={figures} />
      <p className="text-muted text-sm tabular-nums">{figures}</p>
      {state === 'failed' ? (
        <Notice tone="danger" urgent>
          {message}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {state === 'downloading' ? (
          <Button inactive={busy} onClick={() => onChange('pause')}>
            <Pause aria-hidden size={16} /> Pause
          </Button>
        ) : null}
        {state === 'paused' ? (
          <Button inactive={busy} onClick={() => onChange('resume')}>
            <Play aria-hidden size={16} /> Resume
          </Button>
        ) : null}
        {state === 'failed' ? (
          <Button inactive={busy} onClick={() => onChange('resume')}>
            <RotateCw aria-hidden size={16} /> Retry
          </Button>
        ) : null}
        <Button inactive={busy} onClick={() => onChange('cancel')}>
          <X aria-hidden size={16} /> Cancel Download
        </Button>
      </div>
    </div>
  );
}

function figuresOf({ state, receivedBytes, totalBytes, bytesPerSecond, secondsLeft }: Download): string {
  const parts = [`${downloadSize(receivedBytes)} of ${downloadSize(totalBytes)}`];
  if (state === 'paused') parts.push('paused');
  if (bytesPerSecond !== null) parts.push(`${downloadSize(bytesPerSecond)}/s`);
  if (secondsLeft !== null) parts.push(`${spokenLength(Math.max(1, secondsLeft))} left`);
  return parts.join(', ');
}
