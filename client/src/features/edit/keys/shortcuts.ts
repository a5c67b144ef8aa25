/** Every key of the editor, in one table: the dialog lists it, the handler uses it. */
export interface Shortcut {
  action: ShortcutAction;
  /** `KeyboardEvent.key` in lower case, with 'ctrl+', 'shift+' and 'alt+' in this order. */
  keys: string[];
  shown: string;
  text: string;
}

export type ShortcutAction =
  | 'toggle'
  | 'slower'
  | 'faster'
  | 'back'
  | 'forward'
  | 'frameBack'
  | 'frameForward'
  | 'film'
  | 'previous'
  | 'next'
  | 'setIn'
  | 'setOut'
  | 'split'
  | 'duplicate'
  | 'delete'
  | 'undo'
  | 'redo'
  | 'moveUp'
  | 'moveDown'
  | 'nextUnsure'
  | 'generate'
  | 'export'
  | 'find'
  | 'versions'
  | 'help';

export const SHORTCUTS: Shortcut[] = [
  { action: 'toggle', keys: [' ', 'k'], shown: 'Space, K', text: 'Play or pause' },
  { action: 'slower', keys: ['j'], shown: 'J', text: 'Slower / reverse' },
  { action: 'faster', keys: ['l'], shown: 'L', text: 'Faster' },
  { action: 'film', keys: ['p'], shown: 'P', text: 'Play film / section' },
  { action: 'back', keys: ['arrowleft'], shown: '←', text: 'Back 1 second' },
  { action: 'forward', keys: ['arrowright'], shown: '→', text: 'Forward 1 second' },
  { action: 'frameBack', keys: [','], shown: ',', text: 'Back one frame' },
  { action: 'frameForward', keys: ['.'], shown: '.', text: 'Forward one frame' },
  { action: 'previous', keys: ['arrowup'], shown: '↑', text: 'Previous section' },
  { action: 'next', keys: ['arrowdown'], shown: '↓', text: 'Next section' },
  { action: 'moveUp', keys: ['alt+arrowup'], shown: 'Alt ↑', text: 'Move section up' },
  { action: 'moveDown', keys: ['alt+arrowdown'], shown: 'Alt ↓', text: 'Move section down' },
  { action: 'setIn', keys: ['i'], shown: 'I', text: 'Set start here' },
  { action: 'setOut', keys: ['o'], shown: 'O', text: 'Set end here' },
  { action: 'split', keys: ['s'], shown: 'S', text: 'Split here' },
  { action: 'duplicate', keys: ['d'], shown: 'D', text: 'Duplicate section' },
  { action: 'delete', keys: ['delete'], shown: 'Del', text: 'Delete section' },
  { action: 'undo', keys: ['ctrl+z'], shown: 'Ctrl Z', text: 'Undo' },
  { action: 'redo', keys: ['ctrl+shift+z', 'ctrl+y'], shown: 'Ctrl Shift Z, Ctrl Y', text: 'Redo' },
  { action: 'nextUnsure', keys: ['u'], shown: 'U', text: 'Next uncertain word' },
  { action: 'generate', keys: ['e'], shown: 'E', text: 'Generate or view the video' },
  { action: 'export', keys: ['x'], shown: 'X', text: 'Export to other software' },
  { action: 'find', keys: ['ctrl+f'], shown: 'Ctrl F', text: 'Find and replace' },
  { action: 'versions', keys: ['v'], shown: 'V', text: 'Versions of the video' },
  { action: 'help', keys: ['?', 'shift+?'], shown: '?', text: 'Show this list' },
];

export function shortcutFor(event: KeyboardEvent): ShortcutAction | null {
  const prefix =
    (event.ctrlKey || event.metaKey ? 'ctrl+' : '') +
    (event.shiftKey ? 'shift+' : '') +
    (event.altKey ? 'alt+' : '');
  const pressed = prefix + event.key.toLowerCase();
  return SHORTCUTS.find(({ keys }) => keys.includes(pressed))?.action ?? null;
}

/** Text inputs, and elements outside the editor. */
const TAKES_ALL =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

const TAKES_ARROWS = '[role=slider], [role=separator], [type=radio]';

/** Keys with another meaning at the focused element. Find is the same everywhere but in a dialog. */
export function isTaken(event: KeyboardEvent, action: ShortcutAction): boolean {
  const target = event.target as HTMLElement;
  if (action === 'find') return target.closest('[role=dialog], [role=alertdialog]') !== null;
  if (target.closest(TAKES_ALL)) return true;
  if (/^(Arrow|Page|Home|End)/.test(event.key) && target.closest(TAKES_ARROWS)) return true;
  if (/^Arrow(Left|Right)$/.test(event.key) && target.closest('[role=tablist]')) return true;
  const presses = event.key === ' ' || event.key === 'Enter';
  // A tab that is shown already has no use for Space.
  return presses && target.closest('button:not([role=tab][aria-selected=true]), a, summary, input') !== null;
}
