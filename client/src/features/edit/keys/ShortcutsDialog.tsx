import type { ReactElement } from 'react';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

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
    <Modal title="Keyboard shortcuts" open={open} onClose={() => onOpenChange(false)} className="max-w-md">
      <div className="overflow-y-auto px-5 py-2">
        <dl className="divide-line divide-y">
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
        <div className="my-3">
          <CheckboxField label="Use these keys" checked={enabled} onChange={onEnabledChange} />
        </div>
      </div>
    </Modal>
  );
}
