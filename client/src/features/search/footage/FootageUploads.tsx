import { useCallback, type ReactElement } from 'react';
import { Upload } from 'lucide-react';
import { MAX_FOOTAGE_BYTES } from '#contract/footage.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { addFootage, type GivenFile, useFootageUploads } from '../../../lib/upload/footage-uploads.ts';
import { formatBytes } from '../../../lib/format.ts';
import { FootageRow } from './FootageRow.tsx';
import { useFileDrop } from './use-file-drop.ts';

/** Takes files that are dropped on the page, and shows those on their way to the creator's footage. */
export function FootageUploads(): ReactElement | null {
  const uploads = useFootageUploads((state) => state.uploads);
  const maxBytes = useConfig()?.limits.footageBytes ?? MAX_FOOTAGE_BYTES;
  const take = useCallback((given: GivenFile[]) => void addFootage(given, maxBytes), [maxBytes]);
  const over = useFileDrop(take);
  return (
    <>
      {over ? (
        <div className="border-accent bg-accent-soft pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-lg border-2 border-dashed">
          <p className="flex flex-col items-center gap-2 px-4 text-center font-semibold">
            <Upload aria-hidden size={24} />
            Drop videos to add them to your footage
            <span className="text-muted text-xs font-normal">At most {formatBytes(maxBytes)} each</span>
          </p>
        </div>
      ) : null}
      {uploads.length > 0 ? (
        <ul aria-label="Uploads to your footage" className="max-h-80 basis-full space-y-2 overflow-y-auto">
          {uploads.map((upload) => (
            <li key={upload.id}>
              <FootageRow upload={upload} maxBytes={maxBytes} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
