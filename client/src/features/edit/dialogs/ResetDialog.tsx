import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { useReturnFocus } from '../../../hooks/use-return-focus.ts';
import { useEditor } from '../context/editor-context.ts';

/** Asks before every analysed section is reset. */
export function ResetDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="animate-fade fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content
          {...returnFocus}
          className="bg-surface shadow-float animate-rise fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-lg p-6"
        >
          <AlertDialog.Title className="text-lg font-semibold">Reset all sections?</AlertDialog.Title>
          <AlertDialog.Description className="text-muted mt-2">
            Every section of your videos, deleted ones too, gets back its text, range, media and place.
            Sections that you added stay, after them. You can undo this.
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass({ look: 'secondary' })}>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action
              className={buttonClass({ look: 'primary' })}
              onClick={() => void editor.sections.resetAll()}
            >
              Reset
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
