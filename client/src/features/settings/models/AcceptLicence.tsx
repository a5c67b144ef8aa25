import { useState, type ReactElement } from 'react';
import type { Models } from '#contract/models.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

interface AcceptLicenceProps {
  /** The models whose licences must be accepted. */
  models: Models['models'];
  onAccept: () => void;
  onClose: () => void;
}

/** Accepts all licences of a download that restrict the use of its models, with one checkbox. */
export function AcceptLicence({ models, onAccept, onClose }: AcceptLicenceProps): ReactElement {
  const [accepted, setAccepted] = useState(false);
  return (
    <Modal
      title="Accept the Licence"
      lead="This licence restricts how you may use the model. Read it before you use its output."
      open
      onClose={onClose}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        <ul className="space-y-1 text-sm">
          {models.map(({ id, title, licence }) => (
            <li key={id}>
              {title}:{' '}
              <a
                href={licence.url}
                target="_blank"
                rel="noreferrer"
                className="text-accent hover:text-fg underline"
              >
                {licence.name}
              </a>
            </li>
          ))}
        </ul>
        <CheckboxField
          label="I have read and accept the licence."
          checked={accepted}
          onChange={setAccepted}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" inactive={!accepted} onClick={onAccept}>
            Accept and Download
          </Button>
        </div>
      </div>
    </Modal>
  );
}
