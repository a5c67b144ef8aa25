import type { ReactElement, ReactNode, RefObject } from 'react';
import { X } from 'lucide-react';
import { clsx } from 'clsx';
import { Dialog } from 'radix-ui';
import { useReturnFocus } from '../../../hooks/page/use-return-focus.ts';
import { closesByEscape } from '../../../lib/escape.ts';
import { buttonClass } from '../controls/button-class.ts';

interface ModalProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  open: boolean;
  onClose: () => void;
  /** Disables Escape, the cross and clicks outside, for work that must not be lost by accident. */
  held?: boolean;
  /** Whether a click outside leaves the dialog open, since something was typed. */
  keepOutside?: boolean;
  /** The element that receives the focus first; the cross by default. */
  first?: RefObject<HTMLElement | null>;
  /** The ID of the element that receives the focus next, if the opener disappears. */
  returnTo?: string;
  className?: string;
  children: ReactNode;
}

/** A dialog over the page. The focus returns to its opener. */
export function Modal({
  title,
  lead,
  open,
  onClose,
  held,
  keepOutside,
  first,
  returnTo,
  className,
  children,
}: ModalProps): ReactElement {
  const returnFocus = useReturnFocus(returnTo);
  const close = (next: boolean): void => {
    if (!next && !held) onClose();
  };
  return (
    <Dialog.Root open={open} onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-fade fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          {...(lead ? {} : { 'aria-describedby': undefined })}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            if (!first?.current) return;
            event.preventDefault();
            first.current.focus();
          }}
          onKeyDown={closesByEscape(() => close(false))}
          onInteractOutside={(event) => (held || keepOutside ? event.preventDefault() : undefined)}
          className={clsx(
            'bg-surface shadow-float animate-rise fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-lg -translate-y-1/2 flex-col overflow-hidden rounded-lg',
            className,
          )}
        >
          <div className="border-line flex items-start justify-between gap-3 border-b px-5 py-4">
            <div className="min-w-0">
              <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
              {lead ? <Dialog.Description className="text-muted mt-0.5">{lead}</Dialog.Description> : null}
            </div>
            <Dialog.Close
              aria-label="Close"
              aria-disabled={held || undefined}
              className={buttonClass({ look: 'quiet', size: 'icon', className: '-mt-0.5 -mr-2' })}
            >
              <X aria-hidden size={16} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
