import { createElement, lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { keysAreOff, setKeysOff } from '../../../lib/keys-off.ts';
import { useEditor } from '../context/editor-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { openFind, removeAndFocus } from '../parts/focus.ts';
import { goToNextUnsure } from '../parts/unsure-focus.ts';
import { goToPane } from './pane-focus.ts';
import { isHandledElsewhere, shortcutFor, type ShortcutAction } from './shortcuts.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./ShortcutsDialog.tsx'))).ShortcutsDialog,
}));

const FRAME = 1 / 25;

interface EditorKeys {
  show: () => void;
  dialog: ReactElement;
}

/** Handles the editor's keys. They are disabled in text fields, and everywhere if the creator disabled them. */
export function useEditorKeys(onGenerate: () => void): EditorKeys {
  const editor = useEditor();
  const { clock, player } = usePlayback();
  const [open, setOpen] = useState(false);
  const [enabled, setEnabled] = useState(() => !keysAreOff());

  useEffect(() => {
    if (!enabled) return;
    const { checks, history, order, sections, trims } = editor;
    const now = (): number => {
      const { playingId, selectedId } = editor.state;
      // The film may have played past the section whose words are edited. The key applies to the visible section.
      if (playingId !== null && playingId !== selectedId) editor.select(playingId);
      return clock.getState().time;
    };
    const act: Record<ShortcutAction, () => void> = {
      toggle: () => player.current?.toggle(),
      slower: () => player.current?.faster(-1),
      faster: () => player.current?.faster(1),
      back: () => player.current?.nudge(-1),
      forward: () => player.current?.nudge(1),
      frameBack: () => player.current?.nudge(-FRAME),
      frameForward: () => player.current?.nudge(FRAME),
      film: () => editor.showFilm(!editor.state.film),
      previous: () => editor.selectBy(-1),
      next: () => editor.selectBy(1),
      moveUp: () => order.moveBy(checks.actedOn(), -1),
      moveDown: () => order.moveBy(checks.actedOn(), 1),
      delete: () => removeAndFocus(editor, checks.actedOn()),
      setIn: () => trims.setEdgeAt('start', now()),
      setOut: () => trims.setEdgeAt('end', now()),
      split: () => sections.splitAt(now()),
      duplicate: () => {
        const { selectedId } = editor.state;
        if (selectedId) void sections.duplicate(selectedId);
      },
      undo: () => history.undo(),
      redo: () => history.redo(),
      nextUnsure: () => void goToNextUnsure(editor),
      generate: onGenerate,
      export: () => editor.show('export'),
      find: () => openFind(editor),
      versions: () => editor.show('versions'),
      nextPane: () => goToPane(1),
      previousPane: () => goToPane(-1),
      help: () => setOpen(true),
    };
    const onKey = (event: KeyboardEvent): void => {
      const action = shortcutFor(event);
      if (!action || event.defaultPrevented || isHandledElsewhere(event, action)) return;
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
    dialog: createElement(
      Suspense,
      null,
      open
        ? createElement(ShortcutsDialog, { open, onOpenChange: setOpen, enabled, onEnabledChange: toggle })
        : null,
    ),
  };
}
