import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { MAX_DESCRIPTION, MAX_TITLE } from '#contract/limits.ts';
import type { ProjectSummary } from '#contract/projects.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Field } from '../../components/ui/controls/Field.tsx';
import { DialogEnd } from '../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../components/ui/dialogs/Modal.tsx';
import { ChangedTitle } from '../../components/ui/messages/ChangedTitle.tsx';
import { tooLong } from '../../lib/format.ts';
import { renameProject } from './project-actions.ts';

interface RenameDialogProps {
  project: ProjectSummary;
  /**
   * The ID of the element that receives the focus next, since the menu item that opened the dialog is gone by
   * then.
   */
  returnTo: string;
  onClose: () => void;
}

/** Whether the dialog focuses the title with its text selected. */
function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** Edits the title and description of a project. */
export function RenameDialog({ project: current, returnTo, onClose }: RenameDialogProps): ReactElement {
  // The values when the dialog opened. Only fields that are changed here are sent.
  const [project] = useState(current);
  const [title, setTitle] = useState(project.title);
  const [description, setDescription] = useState(project.description);
  const [saving, setSaving] = useState(false);
  const blank = title.trim() === '';
  const long = tooLong(title, MAX_TITLE);
  const longDescription = tooLong(description, MAX_DESCRIPTION, 'A description');
  const invalid = blank || long !== null || longDescription !== null;
  const unchanged = title.trim() === project.title && description.trim() === project.description;

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (invalid || saving) return;
    if (unchanged) return onClose();
    setSaving(true);
    const saved = await renameProject(project.id, {
      ...(title.trim() !== project.title && { title: title.trim() }),
      ...(description.trim() !== project.description && { description: description.trim() }),
    });
    setSaving(false);
    if (saved) onClose();
  };
  return (
    <Modal title="Rename" open onClose={onClose} returnTo={returnTo} keepOutside={!unchanged}>
      <form onSubmit={(event) => void save(event)} className="space-y-4 overflow-y-auto p-5">
        <Field
          label="Title"
          error={blank ? 'Please enter a title.' : long}
          note={<ChangedTitle from={project.title} to={current.title} />}
        >
          {(input) => (
            <input
              {...input}
              ref={focusAll}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <Field label="Description" error={longDescription}>
          {(input) => (
            <textarea
              {...input}
              value={description}
              rows={3}
              onChange={(event) => setDescription(event.target.value)}
              className="field h-auto py-2"
            />
          )}
        </Field>
        <DialogEnd onCancel={onClose}>
          <Button type="submit" look="primary" inactive={invalid || saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
