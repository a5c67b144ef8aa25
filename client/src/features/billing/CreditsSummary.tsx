import type { ReactElement } from 'react';
import type { Credits } from '#contract/credits.ts';

/** SPEC 2's three figures. The welcome pack was not bought. */
export function CreditsSummary({ credits }: { credits: Credits | undefined }): ReactElement {
  const purchased = credits?.allPacks
    .filter((pack) => pack.kind === 'purchase')
    .reduce((sum, pack) => sum + pack.totalCredits, 0);
  const figures = [
    { name: 'Available credits', value: credits?.totalCredits },
    { name: 'Active packs', value: credits?.availablePacks.length },
    { name: 'Total purchased', value: purchased },
  ];
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="panel flex flex-col-reverse justify-end p-4 sm:p-5">
          <dt className="text-muted max-sm:text-xs">{name}</dt>
          <dd className="min-h-10 text-2xl font-semibold tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
