import { useRef, useState, type ReactElement, type SyntheticEvent } from 'react';
import { Link2 } from 'lucide-react';
import type { SharePatch } from '#contract/sharing.ts';
import { languageName } from '../../lib/film/film-link.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { whoCanWatch } from '../../lib/film/share-words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { DialogEnd } from '../ui/dialogs/DialogEnd.tsx';
import { Modal } from '../ui/dialogs/Modal.tsx';
import { type End, endAt } from './link-ends.ts';
import { LinkTerms, PasswordField } from './LinkTerms.tsx';

interface NewLinkDialogProps {
  film: Shareable;
  /** Receives the chosen terms; `null` cancels. */
  onAnswer: (terms: SharePatch | null) => void;
}

/** Asks who may watch a film by the link that is made next. Nothing is published before. */
export function NewLinkDialog({ film, onAnswer }: NewLinkDialogProps): ReactElement {
  const { language, title } = film;
  const [password, setPassword] = useState('');
  const [end, setEnd] = useState<End>('never');
  const [downloads, setDownloads] = useState(true);
  const first = useRef<HTMLButtonElement>(null);
  const expiresAt = endAt(end);
  const create = (event: SyntheticEvent): void => {
    event.preventDefault();
    onAnswer({ expiresAt, downloads, password: password === '' ? null : password });
  };
  return (
    <Modal
      title="Share video"
      lead={`The ${languageName(language)} version of “${title}”`}
      open
      onClose={() => onAnswer(null)}
      keepOutside={password !== ''}
      first={first}
    >
      <form onSubmit={create} className="space-y-4 overflow-y-auto p-5">
        <LinkTerms
          end={end}
          onEnd={setEnd}
          password={<PasswordField label="Password (optional)" value={password} onChange={setPassword} />}
          downloads={downloads}
          onDownloads={setDownloads}
        />
        <p className="text-muted">
          {whoCanWatch({ expiresAt, hasPassword: password !== '', downloads }, language)}
        </p>
        <DialogEnd onCancel={() => onAnswer(null)}>
          <Button ref={first} type="submit" look="primary">
            <Link2 aria-hidden size={16} /> Create link
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
