import type { ReactElement } from 'react';
import { LeaveGuard } from '../../../components/ui/LeaveGuard.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditor, useEditorState } from '../store/editor-context.ts';
import { discardAll, saveAll } from '../store/saver.ts';

/** With auto-save off: asks before what was typed is left behind, for another language too. */
export function UnsavedGuard(): ReactElement | null {
  const editor = useEditor();
  const unsaved = useEditorState(({ drafts }) => Object.keys(drafts).length > 0);
  const autoSave = useUser()?.settings.autoSave ?? true;
  if (autoSave || !unsaved) return null;
  return (
    <LeaveGuard
      lead="Your sections have changes that are not saved."
      onSave={() => saveAll(editor)}
      onDiscard={() => discardAll(editor)}
    />
  );
}
