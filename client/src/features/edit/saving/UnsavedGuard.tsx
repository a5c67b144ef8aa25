import type { ReactElement } from 'react';
import { LeaveGuard } from '../../../components/ui/dialogs/LeaveGuard.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { hasUnsaved } from '../store/state.ts';

/** Asks before unsaved changes are lost, also before a change of language. Renders nothing if auto-save is on. */
export function UnsavedGuard(): ReactElement | null {
  const editor = useEditor();
  const unsaved = useEditorState(hasUnsaved);
  const autoSave = useUser()?.settings.autoSave ?? true;
  if (autoSave || !unsaved) return null;
  return (
    <LeaveGuard
      lead="Your sections have unsaved changes."
      onSave={() => editor.saver.saveAll()}
      onDiscard={() => editor.saver.discardAll()}
    />
  );
}
