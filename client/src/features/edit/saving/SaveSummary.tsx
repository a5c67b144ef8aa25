import type { ReactElement } from 'react';
import { Check, CircleAlert } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { plural } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

/** Whether all input, in every section, is saved. */
export function SaveSummary(): ReactElement {
  const editor = useEditor();
  const waiting = useEditorState(({ drafts }) => Object.keys(drafts).length);
  const failed = useEditorState(
    ({ drafts, saves }) => Object.keys(drafts).filter((id) => saves[id] === 'failed').length,
  );
  const saving = useEditorState(({ drafts, saves }) =>
    Object.keys(drafts).some((id) => saves[id] === 'saving'),
  );
  const autoSave = useUser()?.settings.autoSave ?? true;
  if (waiting === 0) {
    return (
      <span className="flex items-center gap-1.5">
        <Check aria-hidden size={14} className="text-ok" /> All changes saved
      </span>
    );
  }
  const unsaved = saving ? 'Saving...' : 'Unsaved changes';
  return (
    <span className="flex items-center gap-2">
      {failed > 0 ? <CircleAlert aria-hidden size={14} className="text-danger" /> : null}
      {failed > 0 ? `${failed} ${plural(failed, 'section')} not saved` : unsaved}
      {failed > 0 || (!autoSave && !saving) ? (
        <Button size="sm" onClick={() => void editor.saver.saveAll()}>
          Save All
        </Button>
      ) : null}
    </span>
  );
}
