import { createElement, useEffect, useState, type ReactElement, type RefObject } from 'react';
import type { Clock, PlayerHandle } from '../../../components/player/clock.ts';
import { keysAreOff, setKeysOff } from '../../../lib/keys-off.ts';
import { useEditor } from '../store/editor-context.ts';
import { redo, undo } from '../store/history.ts';
import { actedOn } from '../store/checked.ts';
import { removeAndFocus } from '../parts/row-focus.ts';
import { moveBy } from '../store/section-order.ts';
import { isTaken, shortcutFor, type ShortcutAction } from './shortcuts.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { setEdgeAt, splitAt } from '../store/trim-actions.ts';

const FRAME = 1 / 25;

interface EditorKeys {
  show: () => void;
  dialog: ReactElement;
}

/** The editor's keys: off in text fields, and altogether when the creator wishes so. */
export function useEditorKeys(options: {
  player: RefObject<PlayerHandle | null>;
  clock: Clock;
  onGenerate: () => void;
}): EditorKeys {
  const { player, clock, onGenerate } = options;
  const editor = useEditor();
  const [open, setOpen] = useState(false);
  const [enabled, setEnabled] = useState(() => !keysAreOff());

  useEffect(() => {
    if (!enabled) return;
    const step = (by: number): void => {
      const { sections, selectedId } = editor.getState();
      const next = sections[sections.findIndex(({ id }) => id === selectedId) + by];
      if (next) editor.setState({ selectedId: next.id });
    };
    const act: Record<ShortcutAction, () => void> = {
      toggle: () => player.current?.toggle(),
      slower: () => player.current?.faster(-1),
      faster: () => player.current?.faster(1),
      back: () => player.current?.nudge(-1),
      forward: () => player.current?.nudge(1),
      frameBack: () => player.current?.nudge(-FRAME),
      frameForward: () => player.current?.nudge(FRAME),
      previous: () => step(-1),
      next: () => step(1),
      moveUp: () => moveBy(editor, actedOn(editor), -1),
      moveDown: () => moveBy(editor, actedOn(editor), 1),
      delete: () => removeAndFocus(editor, actedOn(editor)),
      setIn: () => setEdgeAt(editor, 'start', clock.getState().time),
      setOut: () => setEdgeAt(editor, 'end', clock.getState().time),
      split: () => splitAt(editor, clock.getState().time),
      undo: () => undo(editor),
      redo: () => redo(editor),
      generate: onGenerate,
      help: () => setOpen(true),
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTaken(event)) return;
      const action = shortcutFor(event);
      if (!action) return;
      event.preventDefault();
      act[action]();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled, editor, player, clock, onGenerate]);

  const toggle = (on: boolean): void => {
    setKeysOff(!on);
    setEnabled(on);
  };
  return {
    show: () => setOpen(true),
    dialog: createElement(ShortcutsDialog, { open, onOpenChange: setOpen, enabled, onEnabledChange: toggle }),
  };
}
