import { useState, type ReactElement } from 'react';
import { useHoldPage } from '../../../hooks/page/use-hold-page.ts';
import { Button } from '../controls/Button.tsx';
import { Modal } from './Modal.tsx';

interface LeaveGuardProps {
  /** Names what would be lost, in a sentence. */
  lead: string;
  /** Saves the changes. Returns whether that succeeded. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
}

/** Asks before anything leads away from this place while there are unsaved changes. */
export function LeaveGuard({ lead, onSave, onDiscard }: LeaveGuardProps): ReactElement {
  const { asked, stay, go } = useHoldPage();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    const saved = await onSave();
    setSaving(false);
    stay();
    if (saved) go();
  };
  return (
    <Modal title="Unsaved changes" lead={lead} open={asked} onClose={stay} held={saving}>
      <div className="grid gap-2 p-5 sm:flex sm:justify-end">
        <Button className="sm:mr-auto" inactive={saving} onClick={stay}>
          Keep Editing
        </Button>
        <Button
          look="danger"
          inactive={saving}
          onClick={() => {
            stay();
            onDiscard();
            go();
          }}
        >
          Discard
        </Button>
        <Button look="primary" inactive={saving} onClick={() => void save()}>
          {saving ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </Modal>
  );
}
