import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import * as calls from '#contract/calls/index.ts';
import type { CreditEntry } from '#contract/credits.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { ErrorId } from '../../components/ui/messages/ErrorId.tsx';
import { formatTimeOfDay } from '../../lib/format.ts';
import { reading } from '../../lib/api/queries.ts';

const FIRST = 8;

function wordsFor({ kind, amount, projectTitle, packSize }: CreditEntry): string {
  const project = projectTitle === null ? 'a deleted project' : `"${projectTitle}"`;
  if (kind === 'welcome') return 'Welcome credits';
  if (kind === 'grant') return 'Credits from your operator';
  if (kind === 'purchase') return packSize === null ? 'Pack' : `Pack of ${packSize}`;
  const pack = packSize === null ? 'a pack' : `a pack of ${packSize}`;
  if (kind === 'refund') {
    return amount === 0 ? `Refund of ${pack}, whose credits were used` : `Refund of ${pack}`;
  }
  if (kind === 'dispute') {
    return amount === 0
      ? `Disputed payment of ${pack}, whose credits were used`
      : `Disputed payment of ${pack}: credits on hold`;
  }
  if (kind === 'dispute_won') return `Dispute over ${pack} settled: credits restored`;
  return kind === 'release' ? `Refund: ${project}` : `Used for ${project}`;
}

const signed = (amount: number): string => (amount < 0 ? `−${-amount}` : amount > 0 ? `+${amount}` : '0');

export function CreditHistory(): ReactElement {
  const [all, setAll] = useState(false);
  // The query key is below that of the credits, so that reloading the credits reloads the history.
  const { data, error, refetch } = useQuery(reading(calls.readLedger, {}));
  // A capture is omitted: it only confirms that a used credit stays used.
  const entries = data?.filter((entry) => entry.kind !== 'capture');
  const visible = all ? entries : entries?.slice(0, FIRST);
  return (
    <section aria-labelledby="history" className="panel p-5">
      <h2 id="history" className="text-base font-semibold">
        Credit history
      </h2>
      {error ? (
        <div role="alert" className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <div>
            Your history could not be loaded.
            <ErrorId error={error} className="mt-1" />
          </div>
          <Button size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      ) : null}
      {entries?.length === 0 ? <p className="text-muted mt-2">No purchases or usage yet.</p> : null}
      {!data && !error ? (
        <div aria-hidden className="bg-surface-2 animate-pulse-soft mt-3 h-28 rounded-md" />
      ) : null}
      <ul className="divide-line mt-2 divide-y">
        {visible?.map((entry) => (
          <li key={entry.id} className="flex items-baseline gap-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="break-words">{wordsFor(entry)}</p>
              <p className="text-muted text-xs">{formatTimeOfDay(entry.createdAt)}</p>
            </div>
            <div className="shrink-0 text-right tabular-nums">
              <p className={clsx('font-medium', entry.amount > 0 && 'text-ok')}>{signed(entry.amount)}</p>
              <p className="text-muted text-xs">Balance {entry.balanceAfter}</p>
            </div>
          </li>
        ))}
      </ul>
      {entries && !all && entries.length > FIRST ? (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      ) : null}
    </section>
  );
}
