import { useEffect, type ReactElement } from 'react';
import { Check, CircleAlert } from 'lucide-react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DismissButton } from '../../../components/ui/controls/DismissButton.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { announce } from '../../../lib/announce.ts';
import { SAVED_ON_DEVICE } from '../../../lib/api/unsent.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

/** Shows whether the section is saved. With auto-save off, it also has the Save button. */
export function SavedState({ sectionId }: { sectionId: string }): ReactElement | null {
  const editor = useEditor();
  const state = useEditorState(({ saves }) => saves[sectionId]);
  const autoSave = useUser()?.settings.autoSave ?? true;
  useEffect(() => {
    if (state === 'saved') announce('Changes saved');
  }, [state]);

  const save = (text: string): ReactElement => (
    <Button size="sm" onClick={() => void editor.saver.save(sectionId)}>
      {text}
    </Button>
  );
  switch (state) {
    case 'dirty':
      return autoSave ? <span className="text-muted text-xs">Unsaved changes</span> : save('Save');
    case 'saving':
      return (
        <span className="text-muted flex items-center gap-1.5 text-xs">
          <Spinner size={14} /> Saving...
        </span>
      );
    case 'failed':
      return (
        <span className="text-danger flex items-center gap-2 text-xs">
          <CircleAlert aria-hidden size={14} /> Not saved {save('Try Again')}
        </span>
      );
    case 'kept':
    case 'resending':
      return <span className="text-muted text-xs">{SAVED_ON_DEVICE}</span>;
    case 'saved':
      return (
        <span className="text-ok flex items-center gap-1.5 text-xs">
          <Check aria-hidden size={14} /> Saved
        </span>
      );
    default:
      return null;
  }
}

/** Lists the changes of another tab, with a button that restores this tab's values. */
export function ChangedElsewhere({ sectionId }: { sectionId: string }): ReactElement | null {
  const editor = useEditor();
  const change = useEditorState(({ elsewhere }) => elsewhere[sectionId]);
  const count = change?.count;
  useEffect(() => {
    if (count !== undefined) announce('Changed in another tab');
  }, [count]);
  if (!change) return null;
  return (
    <p className="text-warn flex flex-wrap items-center gap-1.5 px-4 pb-2 text-xs">
      <CircleAlert aria-hidden size={14} /> <span>Changed in another tab</span>
      {Object.keys(change.mine).length > 0 ? (
        <Button size="sm" onClick={() => editor.saver.restoreMine(sectionId)}>
          Restore mine
        </Button>
      ) : null}
      <DismissButton onClick={() => editor.saver.dismissElsewhere(sectionId)} />
    </p>
  );
}
