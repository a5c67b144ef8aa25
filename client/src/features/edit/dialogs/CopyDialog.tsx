import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { reading } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

/** Asks for the project to which the checked sections are copied. */
export function CopyDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const sectionIds = useEditorState((state) => state.checked);
  const projectId = useEditorState((state) => state.projectId);
  const { data, error, refetch } = useQuery(reading(calls.listProjects, {}));
  const others = data?.filter(({ id }) => id !== projectId) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const to = others.find(({ id }) => id === chosen) ?? others[0];
  const [copying, setCopying] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Repeated requests of this dialog have the same idempotency key.
  const [key] = useState(() => crypto.randomUUID());
  const copy = async (): Promise<void> => {
    if (!to || copying) return;
    setCopying(true);
    setProblem(null);
    const done = await editor.sections.copyTo(to, { sectionIds, key: `${key}-${to.id}` }, setProblem);
    setCopying(false);
    if (done) onClose();
  };
  return (
    <Modal
      title="Copy to another project"
      lead={`${sectionIds.length} ${plural(sectionIds.length, 'section')} with texts, settings and media, added to the end. Films are not copied.`}
      open
      onClose={onClose}
      held={copying}
      className="max-w-md"
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {error ? (
          <div className="flex items-center justify-between gap-3">
            <p role="alert">Your projects could not be loaded.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : null}
        {data && others.length === 0 ? <p>You have no other projects yet.</p> : null}
        {to ? (
          <NativeSelect
            showLabel
            label="Project"
            value={to.id}
            options={others.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setChosen}
          />
        ) : null}
        <DialogEnd onCancel={onClose} busy={copying} problem={problem}>
          <Button look="primary" inactive={!to || copying} onClick={() => void copy()}>
            {copying ? 'Copying...' : 'Copy'}
          </Button>
        </DialogEnd>
      </div>
    </Modal>
  );
}
