import type { ReactElement } from 'react';
import { CircleCheck, X } from 'lucide-react';
import { estimateText, formatBytes } from '../../lib/format.ts';
import { type FileView, isUnderWay, type OverallState } from '../../lib/upload/upload-state.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';

interface UploadRowProps {
  overall: OverallState;
  view: FileView;
  /** Whether the file can never be used, so that it is not sent again. */
  unusable: boolean;
  /** When the file is sent, e.g. 'uploads when you save'. */
  waitingText: string;
  onReplace: () => void;
  onRetry: () => void;
  onPauseOrResume: () => void;
  onCancel: () => void;
}

/** One file with its progress and its actions. */
export function UploadRow(props: UploadRowProps): ReactElement {
  const { overall, view, unusable, waitingText, onReplace, onRetry, onPauseOrResume, onCancel } = props;
  const { file, state, percent, sent, total } = view;
  const underWay = isUnderWay(view);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium" title={file.name}>
            {file.name}
          </p>
          <p className="text-muted flex items-center gap-1.5 text-xs tabular-nums">
            {state === 'complete' ? <CircleCheck aria-hidden size={14} className="text-ok shrink-0" /> : null}
            {statusText(overall, view, waitingText)}
          </p>
        </div>
        <div className="flex gap-2">
          {underWay ? (
            <>
              <Button size="sm" inactive={overall !== 'uploading'} onClick={onPauseOrResume}>
                {state === 'paused' ? 'Resume' : 'Pause'}
              </Button>
              <Button size="sm" onClick={onCancel}>
                Cancel upload
              </Button>
            </>
          ) : (
            <>
              {state === 'errored' && !unusable ? (
                <Button size="sm" onClick={onRetry}>
                  Retry
                </Button>
              ) : null}
              <Button size="sm" onClick={onReplace}>
                Replace
              </Button>
              <IconButton label="Remove file" onClick={onCancel}>
                <X aria-hidden size={16} />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {underWay ? (
        <ProgressBar
          label={`Uploading ${file.name}`}
          value={percent}
          valueText={`${state === 'paused' ? 'Paused at ' : ''}${percent}%, ${formatBytes(sent)} of ${formatBytes(total)}`}
        />
      ) : null}
    </div>
  );
}

function statusText(overall: OverallState, view: FileView, waitingText: string): string {
  const { state, percent, sent, total, secondsLeft } = view;
  const share = `${percent}% · ${formatBytes(sent)} of ${formatBytes(total)}`;
  switch (overall) {
    case 'waiting':
      return `${formatBytes(total)} · ${waitingText}`;
    case 'preprocessing':
      return `${formatBytes(total)} · preparing...`;
    case 'uploading': {
      if (state === 'paused') return `Paused at ${share}`;
      const remaining = secondsLeft === null ? null : estimateText({ low: secondsLeft, high: secondsLeft });
      return remaining ? `${share} · ${remaining}` : share;
    }
    case 'postprocessing':
      return `${formatBytes(total)} · uploaded, waiting for the server…`;
    case 'complete':
      return `${formatBytes(total)} · uploaded`;
    case 'error':
      return `${formatBytes(total)} · not uploaded`;
  }
}
