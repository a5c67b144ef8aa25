import { useCallback, type ReactElement } from 'react';
import { Upload } from 'lucide-react';
import { MAX_FOOTAGE_BYTES } from '#contract/footage.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { addFootage, useFootageUploads } from '../../../lib/upload/footage-uploads.ts';
import { droppedFiles } from '../../../lib/upload/dropped-files.ts';
import { formatBytes } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { FootageRow } from './FootageRow.tsx';
import { useFileDrop } from './use-file-drop.ts';

/**
 * Accepts files that are dropped on the page, and shows those that are being added to the creator's footage.
 */
export function FootageUploads(): ReactElement | null {
  const uploads = useFootageUploads((state) => state.uploads);
  const maxBytes = useConfig()?.limits.footageBytes ?? MAX_FOOTAGE_BYTES;
  const take = useCallback((items: DataTransferItemList) => void takeDropped(items, maxBytes), [maxBytes]);
  const over = useFileDrop(take);
  return (
    <>
      {over ? (
        <div className="border-accent bg-accent-soft pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-lg border-2 border-dashed">
          <p className="flex flex-col items-center gap-2 px-4 text-center font-semibold">
            <Upload aria-hidden size={24} />
            Drop videos to add them to your footage
            <span className="text-muted text-xs font-normal">Up to {formatBytes(maxBytes)} each</span>
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

async function takeDropped(items: DataTransferItemList, maxBytes: number): Promise<void> {
  const dropped = await droppedFiles(items).catch(() => null);
  if (!dropped) {
    toast({
      title: 'Folder Not Added',
      description: 'Could not read the folder. Choose its files instead.',
      variant: 'destructive',
    });
    return;
  }
  const { files, emptyFolders, leftOut } = dropped;
  if (emptyFolders.length > 0) {
    const names = emptyFolders.map((name) => `“${name}”`).join(', ');
    toast({ title: 'No Videos in the Folder', description: `No videos found in ${names}.` });
  } else if (leftOut > 0) {
    const others = leftOut === 1 ? '1 other file was' : `${leftOut} other files were`;
    toast({ title: 'Videos Added', description: `${others} left out.` });
  }
  await addFootage(files, maxBytes);
}
