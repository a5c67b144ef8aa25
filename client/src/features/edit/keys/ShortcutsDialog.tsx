import type { ReactElement } from 'react';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import type { ShortcutAction } from './shortcuts.ts';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

/** What is shown for each action: its keys and its name. */
const WORDS: Record<ShortcutAction, [keys: string, name: string]> = {
  toggle: ['Space, K', 'Play or pause'],
  slower: ['J', 'Slower / reverse'],
  faster: ['L', 'Faster'],
  film: ['P', 'Play film / section'],
  back: ['←', 'Back 1 second'],
  forward: ['→', 'Forward 1 second'],
  frameBack: [',', 'Back one frame'],
  frameForward: ['.', 'Forward one frame'],
  previous: ['↑', 'Previous section'],
  next: ['↓', 'Next section'],
  moveUp: ['Alt ↑', 'Move section up'],
  moveDown: ['Alt ↓', 'Move section down'],
  setIn: ['I', 'Set start here'],
  setOut: ['O', 'Set end here'],
  split: ['S', 'Split here'],
  duplicate: ['D', 'Duplicate section'],
  delete: ['Del', 'Delete section'],
  undo: ['Ctrl Z', 'Undo'],
  redo: ['Ctrl Shift Z, Ctrl Y', 'Redo'],
  nextUnsure: ['U', 'Next uncertain word'],
  generate: ['E', 'Generate or view the video'],
  export: ['X', 'Export to other software'],
  find: ['Ctrl F', 'Find and replace'],
  versions: ['V', 'Versions of the video'],
  nextPane: ['F6', 'Next pane'],
  previousPane: ['Shift F6', 'Previous pane'],
  help: ['?', 'Show this list'],
};

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
          {Object.entries(WORDS).map(([action, [keys, name]]) => (
            <div key={action} className="flex items-center justify-between py-1.5">
              <dt>{name}</dt>
              <dd>
                <kbd className="border-line bg-surface-2 rounded-md border px-2 py-0.5 font-sans text-xs">
                  {keys}
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
