import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { useHoldPage } from '../../hooks/page/use-hold-page.ts';
import { buttonClass } from '../ui/controls/button-class.ts';
import { AlertBox } from '../ui/dialogs/AlertBox.tsx';

interface UploadGuardProps {
  fileName: string;
  /** Stops the upload. */
  onLeave: () => void;
}

/** Asks before the user leaves while a file is sent. */
export function UploadGuard({ fileName, onLeave }: UploadGuardProps): ReactElement {
  const { asked, stay, go } = useHoldPage();
  return (
    <AlertBox
      open={asked}
      onClose={stay}
      title="Stop the upload?"
      description={`${fileName} is still uploading. Leaving this page stops the upload.`}
      buttons={
        <>
          <AlertDialog.Cancel className={buttonClass({ look: 'primary' })}>Keep Uploading</AlertDialog.Cancel>
          <AlertDialog.Action
            className={buttonClass({ look: 'danger' })}
            onClick={() => {
              onLeave();
              go();
            }}
          >
            Stop and Leave
          </AlertDialog.Action>
        </>
      }
    />
  );
}
