import type { ReactElement } from 'react';
import { Check, CircleAlert } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { plural } from '../../../lib/format.ts';
import { SAVED_ON_DEVICE } from '../../../lib/api/unsent.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { type EditorState, isStoredOnDevice } from '../store/state.ts';

/** Shows whether all sections are saved, and how many have values of this tab that can be restored. */
export function SaveSummary(): ReactElement {
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
      <ChangedElsewhere />
      <AllSaved />
    </span>
  );
}

function ChangedElsewhere(): ReactElement | null {
  const editor = useEditor();
  const count = useEditorState((state) => overwritten(state).length);
  if (count === 0) return null;
  return (
    <span className="text-warn flex items-center gap-2">
      <CircleAlert aria-hidden size={14} />{' '}
      <span>{`${count} ${plural(count, 'section')} changed in another tab`}</span>
      <Button size="sm" onClick={() => editor.select(overwritten(editor.state)[0] ?? null)}>
        Review
      </Button>
    </span>
  );
}

/** Returns the sections in which another tab replaced a value of this tab. The selected section is last. */
function overwritten({ sections, elsewhere, selectedId }: EditorState): string[] {
  return sections
    .map(({ id }) => id)
    .filter((id) => Object.keys(elsewhere[id]?.mine ?? {}).length > 0)
    .sort((a, b) => Number(a === selectedId) - Number(b === selectedId));
}

function AllSaved(): ReactElement {
  const editor = useEditor();
  const waiting = useEditorState(({ drafts }) => Object.keys(drafts).length);
  const failed = useEditorState(
    ({ drafts, saves }) => Object.keys(drafts).filter((id) => saves[id] === 'failed').length,
  );
  const saving = useEditorState(({ drafts, saves }) =>
    Object.keys(drafts).some((id) => saves[id] === 'saving'),
  );
  const areStored = useEditorState(({ drafts, saves }) =>
    Object.keys(drafts).every((id) => isStoredOnDevice(saves[id])),
  );
  const autoSave = useUser()?.settings.autoSave ?? true;
  if (waiting === 0) {
    return (
      <span className="flex items-center gap-1.5">
        <Check aria-hidden size={14} className="text-ok" /> All changes saved
      </span>
    );
  }
  if (areStored) return <span>{SAVED_ON_DEVICE}</span>;
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
