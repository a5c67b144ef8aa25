import type { ReactElement } from 'react';
import { PACKS } from '#contract/credits.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ProgressBar } from '../../components/ui/ProgressBar.tsx';
import { useCredits } from '../../hooks/use-credits.ts';
import { formatDate } from '../../lib/format.ts';

const EXTRAS: Record<number, { note: string; badge?: string }> = {
  10: { note: 'Basic support' },
  50: { note: '20% savings', badge: 'Most Popular' },
  100: { note: '30% savings' },
};
const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

export function BillingPage(): ReactElement {
  const { data, isError, refetch } = useCredits();
  const bought = data?.allPacks
    .filter((pack) => pack.kind === 'purchase')
    .reduce((sum, pack) => sum + pack.totalCredits, 0);
  const figures = [
    { name: 'Available credits', value: data?.totalCredits },
    { name: 'Active packs', value: data?.availablePacks.length },
    { name: 'Total purchased', value: bought },
  ];
  return (
    <Page title="Billing" lead="One credit makes one new compilation.">
      {isError ? (
        <div role="alert" className="panel flex flex-wrap items-center justify-between gap-3 p-4">
          Your credits could not be read.
          <Button size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      ) : null}
      <dl className="grid gap-4 sm:grid-cols-3">
        {figures.map(({ name, value }) => (
          <div key={name} className="panel flex flex-col-reverse p-5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-h-10 text-2xl font-semibold tabular-nums">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>

      <section aria-labelledby="packs">
        <h2 id="packs" className="text-base font-semibold">
          Active packs
        </h2>
        {data?.availablePacks.length === 0 ? (
          <p className="text-muted mt-2">No pack with credits left.</p>
        ) : null}
        <ul className="mt-3 space-y-3">
          {data?.availablePacks.map((pack) => (
            <li key={pack.id} className="panel space-y-2 p-4">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">Pack of {pack.packSize}</span>
                <span className="text-muted">Purchased {formatDate(pack.purchaseDate)}</span>
              </p>
              <ProgressBar
                label={`Credits left of the pack of ${pack.packSize}`}
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

      <section aria-labelledby="prices">
        <h2 id="prices" className="text-base font-semibold">
          Credit packs
        </h2>
        <ul className="mt-3 grid gap-4 sm:grid-cols-3">
          {PACKS.map(({ packSize, priceCents }) => (
            <li key={packSize} className="panel p-5">
              <p className="flex min-h-6 items-center justify-between gap-2">
                <span className="font-medium">{packSize} videos</span>
                {EXTRAS[packSize]?.badge ? <Badge tone="accent">{EXTRAS[packSize].badge}</Badge> : null}
              </p>
              <p className="mt-2 text-xl font-semibold tabular-nums">{dollars(priceCents)}</p>
              <p className="text-muted text-xs">
                {dollars(Math.round(priceCents / packSize))} each · {EXTRAS[packSize]?.note}
              </p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="how" className="panel p-5">
        <h2 id="how" className="text-base font-semibold">
          How credits work
        </h2>
        <ul className="text-muted mt-2 list-disc space-y-1 pl-5">
          <li>One credit is used for each new compilation.</li>
          <li>Editing existing projects costs nothing.</li>
          <li>Credits never expire.</li>
          <li>Failed processing does not use a credit.</li>
        </ul>
      </section>
    </Page>
  );
}
