import { startTransition, useOptimistic, useState, type ReactElement, type SyntheticEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import type { Share, SharePatch } from '#contract/sharing.ts';
import { reading } from '../../lib/api/queries.ts';
import { languageName } from '../../lib/film/film-link.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { changeShare, copyShared, stopSharing } from '../../lib/film/share.ts';
import { whoCanWatch } from '../../lib/film/share-words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Embedding } from './Embedding.tsx';
import { endAt } from './link-ends.ts';
import { LinkTerms, PasswordField } from './LinkTerms.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { Modal } from '../ui/dialogs/Modal.tsx';
import { buttonClass } from '../ui/controls/button-class.ts';

interface ShareDialogProps {
  film: Shareable;
  /** The ID of the element that receives the focus next, if the opener disappears. */
  returnTo?: string;
  onClose: () => void;
}

/** The terms of a film's public link. Each change is applied immediately. */
export function ShareDialog({ film, returnTo, onClose }: ShareDialogProps): ReactElement {
  const { data, error, refetch } = useQuery(reading(calls.listShares, {}));
  const share = data?.find(
    ({ projectId, language }) => projectId === film.projectId && language === film.language,
  );
  return (
    <Modal
      title="Link settings"
      lead={`The ${languageName(film.language)} version of “${film.title}”`}
      open
      onClose={onClose}
      {...(returnTo !== undefined && { returnTo })}
    >
      <div className="min-h-24 space-y-4 overflow-y-auto p-5">
        {error ? (
          <div className="flex items-center justify-between gap-3">
            <p role="alert">The link could not be loaded.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : null}
        {data && !share ? <p>This video is not shared any more. Share it again for a new link.</p> : null}
        {share ? <Terms key={share.watchUrl} share={share} film={film} onStopped={onClose} /> : null}
      </div>
    </Modal>
  );
}

interface TermsProps {
  share: Share;
  film: Shareable;
  onStopped: () => void;
}

function Terms({ share, film, onStopped }: TermsProps): ReactElement {
  // One scope: a change during a call is sent after it, in the creator's order.
  const inOrder = {
    scope: { id: share.watchUrl },
    mutationFn: (patch: SharePatch) => changeShare(film, patch),
  };
  const terms = useMutation(inOrder);
  const password = useMutation(inOrder);
  const embedding = useMutation(inOrder);
  const stop = useMutation({
    scope: inOrder.scope,
    mutationFn: () => stopSharing(film),
    onSuccess: onStopped,
  });
  // The choice is shown immediately, since a control that waits for the server seems broken.
  const [displayed, show] = useOptimistic(share, (current, patch: SharePatch) => ({ ...current, ...patch }));
  const change = (patch: SharePatch): void =>
    startTransition(async () => {
      show(patch);
      await terms.mutateAsync(patch);
    });
  const link = new URL(share.watchUrl, location.origin).href;
  return (
    <>
      <p className="text-muted">
        {whoCanWatch({ ...displayed, hasPassword: share.hasPassword }, film.language)}
      </p>
      <Field label="Link">
        {(input) => (
          <input
            {...input}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
            className="field"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copyShared(share.watchUrl, film)}>
          <Copy aria-hidden size={16} /> Copy link
        </Button>
        <a href={link} target="_blank" rel="noopener" className={buttonClass({ size: 'sm' })}>
          <ExternalLink aria-hidden size={16} /> Open<span className="sr-only"> in a new tab</span>
        </a>
      </div>
      <LinkTerms
        end={displayed.expiresAt === null ? 'never' : { at: displayed.expiresAt }}
        onEnd={(end) => change({ expiresAt: endAt(end) })}
        password={
          <Password
            share={share}
            busy={password.isPending}
            onChange={(text) => password.mutateAsync({ password: text })}
          />
        }
        downloads={displayed.downloads}
        onDownloads={(downloads) => change({ downloads })}
      />
      <Embedding
        share={share}
        busy={embedding.isPending}
        onChange={(embedOrigins) => embedding.mutateAsync({ embedOrigins })}
      />
      <Button look="quiet" inactive={stop.isPending} onClick={() => stop.mutate()}>
        Stop sharing
      </Button>
    </>
  );
}

interface PasswordProps {
  share: Share;
  busy: boolean;
  onChange: (password: string | null) => Promise<boolean>;
}

function Password({ share, busy, onChange }: PasswordProps): ReactElement {
  const [password, setPassword] = useState('');
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (password !== '' && (await onChange(password))) setPassword('');
  };
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-2">
      <PasswordField
        label={share.hasPassword ? 'New password' : 'Password'}
        note={
          share.hasPassword
            ? 'Viewers must enter a password.'
            : 'Without a password, anyone with the link can watch.'
        }
        value={password}
        onChange={setPassword}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit" inactive={busy || password === ''}>
          {share.hasPassword ? 'Change password' : 'Set password'}
        </Button>
        {share.hasPassword ? (
          <Button size="sm" look="quiet" inactive={busy} onClick={() => void onChange(null)}>
            Remove password
          </Button>
        ) : null}
      </div>
    </form>
  );
}
