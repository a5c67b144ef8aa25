import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { holdPage } from '../../lib/hold-page.ts';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

interface LeaveGuardProps {
  /** What would be lost, in a sentence. */
  lead: string;
  /** Returns whether it was saved. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
}

/** While there are unsaved changes: asks before anything leads away from this place. */
export function LeaveGuard({ lead, onSave, onDiscard }: LeaveGuardProps): ReactElement {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [saving, setSaving] = useState(false);
  const release = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    release.current = holdPage((next) => setLeave(() => next));
    return () => release.current?.();
  }, []);

  const close = (): void => setLeave(null);
  const go = (): void => {
    release.current?.();
    leave?.();
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    const saved = await onSave();
    setSaving(false);
    close();
    if (saved) go();
  };
  return (
    <Modal title="Unsaved changes" lead={lead} open={leave !== null} onClose={close} held={saving}>
      <div className="grid gap-2 p-5 sm:flex sm:justify-end">
        <Button className="sm:mr-auto" inactive={saving} onClick={close}>
          Keep Editing
        </Button>
        <Button
          look="danger"
          inactive={saving}
          onClick={() => {
            close();
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
