import type { ReactElement } from 'react';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { buttonClass } from '../../components/ui/button-class.ts';
import { SHORTCUTS } from './shortcuts.ts';

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  enabled: boolean;
  onEnabledChange: (enabled: boolean) => void;
}

export function ShortcutsDialog({
  open,
  onOpenChange,
  enabled,
  onEnabledChange,
}: ShortcutsDialogProps): ReactElement {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-fade fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="bg-surface shadow-float animate-rise fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[85dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-lg p-5"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-lg font-semibold">Keyboard shortcuts</Dialog.Title>
            <Dialog.Close aria-label="Close" className={buttonClass({ look: 'quiet', size: 'icon' })}>
              <X aria-hidden size={16} />
            </Dialog.Close>
          </div>
          <dl className="divide-line mt-3 divide-y">
            {SHORTCUTS.map(({ action, shown, text }) => (
              <div key={action} className="flex items-center justify-between py-1.5">
                <dt>{text}</dt>
                <dd>
                  <kbd className="border-line bg-surface-2 rounded-md border px-2 py-0.5 font-sans text-xs">
                    {shown}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
          <label className="mt-4 flex min-h-6 items-center gap-2.5">
            <input
              type="checkbox"
              checked={enabled}
              onChange={(event) => onEnabledChange(event.target.checked)}
              className="accent-accent size-5"
            />
            Use these keys
          </label>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
