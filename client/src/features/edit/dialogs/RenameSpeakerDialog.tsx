import { useRef, useState, type ReactElement, type SyntheticEvent } from 'react';
import { MAX_SPEAKER } from '#contract/limits.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

interface RenameSpeakerDialogProps {
  /** A section of the speaker's video. */
  section: Section;
  onClose: () => void;
}

/** Renames a speaker of a section's video. */
export function RenameSpeakerDialog({ section, onClose }: RenameSpeakerDialogProps): ReactElement {
  const name = useEditorState((state) => state.renaming);
  const editor = useEditor();
  const [text, setText] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const newName = text.trim();
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const done = await editor.words.renameSpeaker(section.id, { speaker: name, name: newName }, setProblem);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Modal
      title="Rename Speaker"
      lead="Renames the speaker in all sections of this video. Speakers with the same name are merged."
      open
      onClose={onClose}
      held={busy}
      first={input}
      className="max-w-md"
    >
      <form onSubmit={(event) => void submit(event)} className="space-y-4 p-5">
        <Field label="Name">
          {(field) => (
            <input
              {...field}
              ref={input}
              value={text}
              maxLength={MAX_SPEAKER}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => setText(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <DialogEnd onCancel={onClose} busy={busy} problem={problem}>
          <Button type="submit" look="primary" inactive={busy || newName === '' || newName === name}>
            Rename
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
