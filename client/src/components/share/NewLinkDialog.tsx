import { useRef, useState, type ReactElement, type SyntheticEvent } from 'react';
import { Link2 } from 'lucide-react';
import { MAX_SHARE_PASSWORD } from '#contract/limits.ts';
import type { SharePatch } from '#contract/sharing.ts';
import { languageName } from '../../lib/film/film-link.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { whoCanWatch } from '../../lib/film/share-words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { NativeSelect } from '../ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../ui/dialogs/DialogEnd.tsx';
import { Modal } from '../ui/dialogs/Modal.tsx';
import { type End, endAt, ENDS } from './link-ends.ts';

interface NewLinkDialogProps {
  film: Shareable;
  /** The chosen terms; null cancels. */
  onAnswer: (terms: SharePatch | null) => void;
}

/** Who may watch a film by the link that is made next. Nothing is published before. */
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
        <Field label="Password (optional)">
          {(input) => (
            <input
              {...input}
              type="password"
              autoComplete="new-password"
              value={password}
              maxLength={MAX_SHARE_PASSWORD}
              onChange={(event) => setPassword(event.target.value)}
              className="field"
            />
          )}
        </Field>
        <NativeSelect label="The link ends" showLabel value={end} options={ENDS} onChange={setEnd} />
        <label className="flex min-h-9 items-center gap-2.5">
          <input
            type="checkbox"
            checked={downloads}
            onChange={(event) => setDownloads(event.target.checked)}
            className="accent-accent size-4"
          />
          Viewers can download the file
        </label>
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
