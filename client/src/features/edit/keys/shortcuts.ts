/**
 * The keys of each action: `KeyboardEvent.key` in lower case, with 'ctrl+', 'shift+' and 'alt+' in this order. Their
 * names are in the dialog, which loads on demand.
 */
const SHORTCUTS = {
  toggle: [' ', 'k'],
  slower: ['j'],
  faster: ['l'],
  film: ['p'],
  back: ['arrowleft'],
  forward: ['arrowright'],
  frameBack: [','],
  frameForward: ['.'],
  previous: ['arrowup'],
  next: ['arrowdown'],
  moveUp: ['alt+arrowup'],
  moveDown: ['alt+arrowdown'],
  setIn: ['i'],
  setOut: ['o'],
  split: ['s'],
  duplicate: ['d'],
  delete: ['delete'],
  undo: ['ctrl+z'],
  redo: ['ctrl+shift+z', 'ctrl+y'],
  nextUnsure: ['u'],
  generate: ['e'],
  export: ['x'],
  find: ['ctrl+f'],
  versions: ['v'],
  nextPane: ['f6'],
  previousPane: ['shift+f6'],
  help: ['?', 'shift+?'],
} satisfies Record<string, readonly string[]>;

export type ShortcutAction = keyof typeof SHORTCUTS;

const ACTIONS = new Map(
  Object.entries(SHORTCUTS).flatMap(([action, keys]) =>
    keys.map((key) => [key, action as ShortcutAction] as const),
  ),
);

export function shortcutFor(event: KeyboardEvent): ShortcutAction | null {
  const prefix =
    (event.ctrlKey || event.metaKey ? 'ctrl+' : '') +
    (event.shiftKey ? 'shift+' : '') +
    (event.altKey ? 'alt+' : '');
  const pressed = prefix + event.key.toLowerCase();
  return ACTIONS.get(pressed) ?? null;
}

/** Text inputs, and elements outside the editor. */
const HANDLES_ALL =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]';

const HANDLES_ARROWS = '[role=slider], [role=separator], [type=radio]';

/** Keys that no field uses: they are the same everywhere but in a dialog. */
const EVERYWHERE: ShortcutAction[] = ['find', 'nextPane', 'previousPane'];

/** Whether the focused element handles the key itself. */
export function isHandledElsewhere(event: KeyboardEvent, action: ShortcutAction): boolean {
  const target = event.target as HTMLElement;
  if (EVERYWHERE.includes(action)) return target.closest('[role=dialog], [role=alertdialog]') !== null;
  if (target.closest(HANDLES_ALL)) return true;
  if (/^(Arrow|Page|Home|End)/.test(event.key) && target.closest(HANDLES_ARROWS)) return true;
  if (/^Arrow(Left|Right)$/.test(event.key) && target.closest('[role=tablist]')) return true;
  const presses = event.key === ' ' || event.key === 'Enter';
  // Space has no effect on the current tab.
  return presses && target.closest('button:not([role=tab][aria-selected=true]), a, summary, input') !== null;
}
