import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Share } from '#contract/sharing.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Modal } from '../../components/ui/dialogs/Modal.tsx';
import { reading } from '../../lib/api/queries.ts';
import { languageName } from '../../lib/film/film-link.ts';
import { copyShared, stopSharing } from '../../lib/film/share.ts';
import { hasExpired } from '../../lib/film/share-words.ts';
import { formatTimeOfDay } from '../../lib/format.ts';

/** Lists every film that has a public link. */
export function SharedDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { data, error, refetch } = useQuery(reading(calls.listShares, {}));
  return (
    <Modal title="Shared videos" lead="Links to your videos and their settings." open onClose={onClose}>
      <div className="min-h-24 overflow-y-auto px-5 py-2">
        {error ? (
          <div className="flex items-center justify-between gap-3 py-4">
            <p role="alert">The shared videos could not be loaded.</p>
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : null}
        {data?.length === 0 ? <p className="text-muted py-6 text-center">No shared videos.</p> : null}
        <ul className="divide-line divide-y">
          {data?.map((share) => (
            <SharedItem key={share.watchUrl} share={share} />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function SharedItem({ share }: { share: Share }): ReactElement {
  const { title, language, expiresAt, hasPassword, downloads } = share;
  const name = `${title} in ${languageName(language)}`;
  const film = { ...share, oneOfSeveral: true };
  const terms = [
    languageName(language),
    expiresAt === null
      ? 'no expiry'
      : `${hasExpired(share) ? 'expired' : 'expires'} ${formatTimeOfDay(expiresAt)}`,
    hasPassword ? 'with a password' : 'without a password',
    ...(downloads ? [] : ['no download']),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <a
          href={share.watchUrl}
          target="_blank"
          rel="noopener"
          className="text-accent inline-block min-h-6 font-medium break-words underline"
        >
          {title}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <p className="text-muted text-xs">{terms.join(' · ')}</p>
      </div>
      <Button
        size="sm"
        aria-label={`Copy link of ${name}`}
        onClick={() => void copyShared(share.watchUrl, film)}
      >
        Copy link
      </Button>
      <Button
        size="sm"
        look="quiet"
        aria-label={`Stop sharing ${name}`}
        onClick={() => void stopSharing(film)}
      >
        Stop sharing
      </Button>
    </li>
  );
}
