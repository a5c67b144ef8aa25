import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { goToRow } from '../parts/focus.ts';

/** Explains why the last film failed, with a link to the section that caused it. */
export function FailedFilm({ run, onDismiss }: { run: Run; onDismiss: () => void }): ReactElement {
  const editor = useEditor();
  const id = run.failedSectionId;
  const isThere = useEditorState((state) => state.sections.some((section) => section.id === id));
  const show = () => {
    editor.select(id);
    goToRow(id);
  };
  return (
    <Notice
      tone="danger"
      urgent
      onDismiss={onDismiss}
      action={
        isThere ? (
          <Button size="sm" onClick={show}>
            Show the section
          </Button>
        ) : null
      }
    >
      The last generation failed: {run.message}
    </Notice>
  );
}
