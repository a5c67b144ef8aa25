import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { AlertBox } from '../../../components/ui/dialogs/AlertBox.tsx';
import { useEditor } from '../context/editor-context.ts';

/** Asks before every analysed section is reset. */
export function ResetDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  return (
    <AlertBox
      open
      onClose={onClose}
      title="Reset all sections?"
      description="Restores the original text, trims, media and order of every section, including deleted ones. Sections you added move to the end. You can undo this."
      buttons={
        <>
          <AlertDialog.Cancel className={buttonClass({ look: 'secondary' })}>Cancel</AlertDialog.Cancel>
          <AlertDialog.Action
            className={buttonClass({ look: 'primary' })}
            onClick={() => void editor.sections.resetAll()}
          >
            Reset
          </AlertDialog.Action>
        </>
      }
    />
  );
}
