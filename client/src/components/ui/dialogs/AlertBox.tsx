import type { ReactElement, ReactNode } from 'react';
import { AlertDialog } from 'radix-ui';
import { useReturnFocus } from '../../../hooks/page/use-return-focus.ts';
import { closesByEscape } from '../../../lib/escape.ts';

interface AlertBoxProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description: ReactNode;
  /** Elements between the description and the buttons. */
  children?: ReactNode;
  /** AlertDialog.Cancel and AlertDialog.Action. */
  buttons: ReactNode;
}

/** A question or message above everything else, including dialogs. Escape closes it. */
export function AlertBox({
  open,
  onClose,
  title,
  description,
  children,
  buttons,
}: AlertBoxProps): ReactElement {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="animate-fade fixed inset-0 z-50 bg-black/50" />
        <AlertDialog.Content
          {...returnFocus}
          onKeyDown={closesByEscape(onClose)}
          className="bg-surface shadow-float animate-rise fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-lg p-6"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted mt-2 break-words">
            {description}
          </AlertDialog.Description>
          {children}
          <div className="mt-6 flex flex-wrap justify-end gap-2">{buttons}</div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
