import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { useReturnFocus } from '../../hooks/use-return-focus.ts';
import { holdPage } from '../../lib/hold-page.ts';
import { buttonClass } from '../ui/button-class.ts';

interface UploadGuardProps {
  fileName: string;
  /** Stops the upload. */
  onLeave: () => void;
}

/** While a file is sent: every way out asks first. */
export function UploadGuard({ fileName, onLeave }: UploadGuardProps): ReactElement {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const release = useRef<() => void>(undefined);
  const returnFocus = useReturnFocus();
  useLayoutEffect(() => {
    release.current = holdPage((next) => setLeave(() => next));
    return () => release.current?.();
  }, []);

  const stop = (): void => {
    release.current?.();
    onLeave();
    leave?.();
  };
  return (
    <AlertDialog.Root
      open={leave !== null}
      onOpenChange={(open) => {
        if (!open) setLeave(null);
      }}
    >
      <AlertDialog.Portal>
        {/* Over the upload's own dialog. */}
        <AlertDialog.Overlay className="animate-fade fixed inset-0 z-50 bg-black/50" />
        <AlertDialog.Content
          {...returnFocus}
          className="bg-surface shadow-float animate-rise fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-lg p-6"
        >
          <AlertDialog.Title className="text-lg font-semibold">Stop the upload?</AlertDialog.Title>
          <AlertDialog.Description className="text-muted mt-2 break-words">
            {fileName} is not fully sent yet. Leaving now stops it.
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass({ look: 'primary' })}>
              Keep Uploading
            </AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ look: 'danger' })} onClick={stop}>
              Stop and Leave
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
