import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import type { CreditPack } from '#contract/credits.ts';
import { ProgressBar } from '../../components/ui/display/ProgressBar.tsx';
import { formatDate } from '../../lib/format.ts';

const NAMES: Partial<Record<CreditPack['kind'], string>> = {
  welcome: 'Welcome credits',
  grant: 'Credits from your operator',
};
/** The height of one pack: the Buy buttons below stay in place when the packs arrive. */
const PACK_HEIGHT = 'h-[94px]';
const packName = ({ kind, packSize }: CreditPack): string => NAMES[kind] ?? `Pack of ${packSize}`;

/** Lists the packs that have credits left, and their number. */
export function ActivePacks({ packs }: { packs: CreditPack[] | undefined }): ReactElement {
  return (
    <section aria-labelledby="active-packs">
      <h2 id="active-packs" className="text-base font-semibold">
        Active packs
      </h2>
      {packs?.length === 0 ? (
        <p className={clsx(PACK_HEIGHT, 'text-muted mt-3')}>No packs with credits left.</p>
      ) : null}
      <ul className={clsx('grid gap-3 sm:grid-cols-2 sm:gap-4', packs?.length !== 0 && 'mt-3')}>
        {packs ? null : (
          <li aria-hidden className={clsx(PACK_HEIGHT, 'bg-surface-2 animate-pulse-soft rounded-lg')} />
        )}
        {packs?.map((pack) => (
          <li key={pack.id} className="panel space-y-2 p-4">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{packName(pack)}</span>
              <span className="text-muted">
                {pack.kind === 'purchase' ? 'Purchased' : 'Received'} {formatDate(pack.purchaseDate)}
              </span>
            </p>
            <ProgressBar
              label={`${packName(pack)}: credits left`}
              value={(pack.creditsRemaining / Math.max(1, pack.totalCredits)) * 100}
              valueText={`${pack.creditsRemaining} of ${pack.totalCredits}`}
            />
            <p className="text-muted text-xs tabular-nums">
              {pack.creditsRemaining} of {pack.totalCredits} credits left
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
