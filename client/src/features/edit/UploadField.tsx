import { useEffect, useId, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { CircleAlert, CircleCheck, ImageUp, X } from 'lucide-react';
import { clsx } from 'clsx';
import { Button } from '../../components/ui/Button.tsx';
import { IconButton } from '../../components/ui/IconButton.tsx';
import { ProgressBar } from '../../components/ui/ProgressBar.tsx';
import { formatBytes } from '../../lib/format.ts';
import type { UploadState } from '../../lib/upload.ts';
import type { DialogUpload } from './use-upload.ts';

interface UploadFieldProps {
  label: string;
  upload: DialogUpload;
  /** What is there when no file is chosen, such as what the section shows now. */
  hint: string;
  onRetry: () => void;
}

/** One video or image: dropped or picked, shown, and sent when the dialog is saved. */
export function UploadField({ label, upload, hint, onRetry }: UploadFieldProps): ReactElement {
  const { state, choose } = upload;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (state.phase !== 'uploading') choose([...event.dataTransfer.files]);
  };
  const pick = (): void => input.current?.click();
  return (
    <div className="space-y-1.5">
      <span id={id} className="block text-sm font-medium">
        {label}
      </span>
      <input
        ref={input}
        type="file"
        accept="video/*,image/*"
        hidden
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          // The same file may be picked again after it was taken out.
          event.target.value = '';
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping has the button beside it for keys */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'rounded-md border border-dashed p-3',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        {state.file ? (
          <ChosenFile state={state} file={state.file} upload={upload} onReplace={pick} onRetry={onRetry} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <ImageUp aria-hidden size={24} className="text-muted shrink-0" />
            <p className="text-muted min-w-0 flex-1 basis-44 text-xs">{hint}</p>
            <Button size="sm" aria-describedby={id} onClick={pick}>
              Choose file
            </Button>
          </div>
        )}
      </div>
      {state.messages.length > 0 ? (
        <div role="alert">
          <ul className={clsx('space-y-0.5 text-xs', state.good ? 'text-ok' : 'text-danger')}>
            {state.messages.map((message) => (
              <li key={message} className="flex items-start gap-1.5 break-words">
                {state.good ? null : <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />}
                <span className="min-w-0">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

interface ChosenFileProps {
  state: UploadState;
  file: File;
  upload: DialogUpload;
  onReplace: () => void;
  onRetry: () => void;
}

function ChosenFile({ state, file, upload, onReplace, onRetry }: ChosenFileProps): ReactElement {
  const { phase, sent, total } = state;
  const percent = total > 0 ? Math.floor((sent / total) * 100) : 0;
  const uploading = phase === 'uploading';
  return (
    <div className="space-y-3">
      <Preview key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-medium" title={file.name}>
            {file.name}
          </p>
          <p className="text-muted flex items-center gap-1.5 text-xs tabular-nums">
            {phase === 'complete' ? <CircleCheck aria-hidden size={14} className="text-ok" /> : null}
            {uploading
              ? `${percent}% · ${formatBytes(sent)} of ${formatBytes(total)}`
              : `${formatBytes(file.size)} · ${SAYS[phase]}`}
          </p>
        </div>
        {phase === 'error' ? (
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        {uploading ? (
          <Button size="sm" onClick={upload.stop}>
            Cancel upload
          </Button>
        ) : (
          <>
            <Button size="sm" onClick={onReplace}>
              Replace
            </Button>
            <IconButton label="Remove file" onClick={upload.clear}>
              <X aria-hidden size={16} />
            </IconButton>
          </>
        )}
      </div>
      {uploading ? (
        <ProgressBar
          label={`Uploading ${file.name}`}
          value={percent}
          valueText={`${percent}%, ${formatBytes(sent)} of ${formatBytes(total)}`}
        />
      ) : null}
    </div>
  );
}

const SAYS: Record<UploadState['phase'], string> = {
  waiting: '',
  added: 'is sent when you save',
  uploading: '',
  complete: 'uploaded',
  error: 'not uploaded',
};

/** The file as it is on this machine, before anything is sent. */
function Preview({ file }: { file: File }): ReactElement {
  const [url] = useState(() => URL.createObjectURL(file));
  const [unseen, setUnseen] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (unseen) {
    return <p className="text-muted text-xs">This browser cannot show the file. It may still be used.</p>;
  }
  const look = 'bg-stage max-h-52 w-full rounded-md object-contain';
  return file.type.startsWith('image/') ? (
    <img src={url} alt={`Preview of ${file.name}`} onError={() => setUnseen(true)} className={look} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the creator's own file, before it is sent
    <video
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={`Preview of ${file.name}`}
      onError={() => setUnseen(true)}
      className={look}
    />
  );
}
