import type { ReactElement } from 'react';
import { Check } from 'lucide-react';
import { clsx } from 'clsx';
import { PACKS, type PackSize } from '#contract/packs.ts';
import { Badge } from '../../components/ui/display/Badge.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { Spinner } from '../../components/ui/display/Spinner.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { dollars } from '../../lib/format.ts';
import { useBuying } from './use-buying.ts';

/** The note under each pack (product.md 9.3 to 9.5). */
const WORDS: Record<PackSize, { note: string; popular?: true }> = {
  10: { note: 'Basic support' },
  50: { note: '20% savings', popular: true },
  100: { note: '30% savings' },
};

/** The three packs on sale. */
export function PackOffers(): ReactElement {
  const payment = useConfig()?.payment;
  const { busy, buy } = useBuying();
  return (
    <section aria-labelledby="offers" className="space-y-3">
      <h2 id="offers" className="text-base font-semibold">
        Purchase credits
      </h2>
      {payment === null ? <Notice tone="warn">Payments are not set up here.</Notice> : null}
      {payment?.standIn ? (
        <Notice>Test mode: purchases complete instantly and nothing is charged.</Notice>
      ) : null}
      <ul className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        {PACKS.map(({ packSize, priceCents }) => {
          const { note, popular } = WORDS[packSize];
          return (
            <li
              key={packSize}
              className={clsx('panel flex flex-col p-5', popular && 'border-accent ring-accent ring-1')}
            >
              <p className="flex min-h-6 flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{packSize} videos</span>
                {popular ? <Badge tone="accent">Most popular</Badge> : null}
              </p>
              <p className="mt-3 text-2xl font-semibold tabular-nums">{dollars(priceCents)}</p>
              <p className="text-muted tabular-nums">{dollars(Math.round(priceCents / packSize))} each</p>
              <p className="mt-3 mb-5 flex items-center gap-2">
                <Check aria-hidden size={16} className="text-ok shrink-0" /> {note}
              </p>
              <Button
                look={popular ? 'primary' : 'secondary'}
                className="mt-auto w-full"
                aria-label={
                  busy === packSize ? undefined : `Buy ${packSize} videos for ${dollars(priceCents)}`
                }
                aria-busy={busy === packSize}
                inactive={busy !== null || !payment}
                onClick={() => buy(packSize)}
              >
                {busy === packSize ? (
                  <>
                    <Spinner /> Purchasing...
                  </>
                ) : (
                  `Buy ${packSize} videos`
                )}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
