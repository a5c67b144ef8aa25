import { useId, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { CircleAlert, ImageUp, TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import type { DialogUpload } from '../../hooks/use-upload.ts';
import { isUnderWay } from '../../lib/upload/upload-state.ts';
import { Button } from '../ui/controls/Button.tsx';
import { FilePreview } from './FilePreview.tsx';
import { UploadGuard } from './UploadGuard.tsx';
import { UploadRow } from './UploadRow.tsx';

interface UploadFieldProps {
  label: string;
  upload: Pick<DialogUpload<unknown>, 'state' | 'accept' | 'choose' | 'pauseOrResume' | 'cancel'>;
  /** Shown while no file is chosen, such as the section's current media. */
  hint: string;
  waitingText: string;
  onRetry: () => void;
}

/** A field for one file, which is dropped or picked, previewed, and sent when its dialog requests it. */
export function UploadField({ label, upload, hint, waitingText, onRetry }: UploadFieldProps): ReactElement {
  const { state, accept, choose, pauseOrResume, cancel } = upload;
  const { overall, file: view, problems, stalled, notices } = state;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
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
        accept={accept}
        hidden
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          // The same file may be picked again after its removal.
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
          'space-y-3 rounded-md border border-dashed p-3',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        {view ? (
          <>
            <FilePreview
              key={`${view.file.name} ${view.file.size} ${view.file.lastModified}`}
              file={view.file}
            />
            <UploadRow
              overall={overall}
              view={view}
              unusable={state.unusable}
              waitingText={waitingText}
              onReplace={pick}
              onRetry={onRetry}
              onPauseOrResume={pauseOrResume}
              onCancel={cancel}
            />
          </>
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
      <div role="alert" className="space-y-0.5 text-xs">
        {problems.map((text) => (
          <Line key={text} look="text-danger" text={text} />
        ))}
        {stalled ? <Line look="text-warn" text={stalled} /> : null}
        {notices.map(({ id, text, good }) => (
          <Line key={id} look={good ? 'text-ok' : 'text-danger'} text={text} />
        ))}
      </div>
      {view && isUnderWay(view) ? <UploadGuard fileName={view.file.name} onLeave={cancel} /> : null}
    </div>
  );
}

function Line({ look, text }: { look: 'text-danger' | 'text-warn' | 'text-ok'; text: string }): ReactElement {
  const Icon = look === 'text-warn' ? TriangleAlert : CircleAlert;
  return (
    <p className={clsx('flex items-start gap-1.5 break-words', look)}>
      {look === 'text-ok' ? null : <Icon aria-hidden size={14} className="mt-px shrink-0" />}
      <span className="min-w-0">{text}</span>
    </p>
  );
}
