import type { ReactElement } from 'react';
import type { Credits } from '#contract/credits.ts';
import { Figures } from '../../components/ui/display/Figures.tsx';

/** The three figures of product.md 2.116. Purchased credits exclude the welcome pack (3.24). */
export function CreditsSummary({ credits }: { credits: Credits | undefined }): ReactElement {
  const purchased = credits?.allPacks
    .filter((pack) => pack.kind === 'purchase')
    .reduce((sum, pack) => sum + pack.totalCredits, 0);
  const figures = [
    { name: 'Available credits', value: credits?.totalCredits },
    { name: 'Active packs', value: credits?.availablePacks.length },
    { name: 'Total purchased', value: purchased },
  ];
  return <Figures figures={figures} />;
}
