import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';

/** Asks for the target position of one or several sections. */
export function MoveDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const moving = useEditorState((state) => state.moving);
  const ids = new Set(moving);
  const moved = sections.filter(({ id }) => ids.has(id));
  const others = sections.filter(({ id }) => !ids.has(id));
  const first = sections.findIndex(({ id }) => ids.has(id));
  // The number of unmoved sections before the moved ones.
  const [place, setPlace] = useState(String(Math.max(0, first)));

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
    editor.order.move(moving, Number(place));
  };
  return (
    <Modal
      title="Move to…"
      lead={moved.length === 1 ? moved[0]?.title : `${moved.length} sections, one after another`}
      open
      onClose={onClose}
      className="max-w-md"
    >
      <form onSubmit={submit} className="space-y-4 p-5">
        <NativeSelect
          showLabel
          label="Position"
          value={place}
          options={[
            { value: '0', label: 'At the beginning' },
            ...others.map(({ title }, index) => ({
              value: String(index + 1),
              label: `After ${index + 1}. ${title}`,
            })),
          ]}
          onChange={setPlace}
        />
        <DialogEnd onCancel={onClose}>
          <Button type="submit" look="primary">
            Move
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
