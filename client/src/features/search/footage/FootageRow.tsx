import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { estimateText, formatBytes } from '../../../lib/format.ts';
import {
  cancelFootage,
  type FootageUpload,
  pauseOrResumeFootage,
  retryFootage,
} from '../../../lib/upload/footage-uploads.ts';
import { ChooseFootage } from './ChooseFootage.tsx';

/** A file that is being added to the creator's footage. */
export function FootageRow({ upload, maxBytes }: { upload: FootageUpload; maxBytes: number }): ReactElement {
  const { id, name, size, progress, seen, percent } = upload;
  const isPaused = seen.file?.state === 'paused';
  const isProblem = progress === 'failed' || progress === 'refused';
  return (
    <div className="border-line flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-3 py-2">
      <div className="min-w-0 flex-1 basis-44 space-y-1.5">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        {progress === 'sending' ? (
          <ProgressBar
            label={`Uploading ${name}`}
            value={percent}
            valueText={`${isPaused ? 'Paused at ' : ''}${percent}%, ${formatBytes(size)} in all`}
          />
        ) : null}
        <p
          role={isProblem ? 'alert' : undefined}
          className={clsx('text-xs break-words tabular-nums', isProblem ? 'text-danger' : 'text-muted')}
        >
          {statusOf(upload)}
        </p>
        {seen.stalled ? <p className="text-warn text-xs">{seen.stalled}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {progress === 'sending' ? (
          <Button size="sm" inactive={seen.overall !== 'uploading'} onClick={() => pauseOrResumeFootage(id)}>
            {isPaused ? 'Resume' : 'Pause'}
            <span className="sr-only"> {name}</span>
          </Button>
        ) : null}
        {progress === 'failed' ? (
          <Button size="sm" onClick={() => retryFootage(id)}>
            Retry<span className="sr-only"> {name}</span>
          </Button>
        ) : null}
        {progress === 'stopped' ? <ChooseFootage label="Choose the file again" maxBytes={maxBytes} /> : null}
        <Button size="sm" onClick={() => cancelFootage(id)}>
          {isProblem || progress === 'stopped' ? 'Dismiss' : 'Cancel upload'}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  );
}

function statusOf({ progress, seen, problem, percent, size }: FootageUpload): string {
  if (problem) return problem;
  if (progress === 'waiting') return `${formatBytes(size)} · waiting…`;
  if (progress === 'stopped') {
    return `${percent}% of ${formatBytes(size)} was uploaded before the page was reloaded. Choose the file again to upload the rest.`;
  }
  if (seen.overall === 'postprocessing') return `${formatBytes(size)} · uploaded, checking…`;
  if (seen.overall !== 'uploading') return `${formatBytes(size)} · preparing...`;
  const { state, sent = 0, secondsLeft = null } = seen.file ?? {};
  const share = `${percent}% · ${formatBytes(sent)} of ${formatBytes(size)}`;
  if (state === 'paused') return `Paused at ${share}`;
  const remaining = secondsLeft === null ? null : estimateText({ low: secondsLeft, high: secondsLeft });
  return remaining ? `${share} · ${remaining}` : share;
}
