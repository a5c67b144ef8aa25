import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../components/layout/Page.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { UnreadNotice } from '../../components/ui/messages/UnreadNotice.tsx';
import { useCredits } from '../../hooks/use-credits.ts';
import { ActivePacks } from './ActivePacks.tsx';
import { CreditHistory } from './CreditHistory.tsx';
import { CreditsSummary } from './CreditsSummary.tsx';
import { PackOffers } from './PackOffers.tsx';
import { useReturn } from './use-return.ts';

const RULES = [
  'One credit is used for each new compilation.',
  'Editing existing projects costs nothing.',
  'Credits never expire.',
  'If processing fails, your credit is refunded.',
];

export function BillingPage(): ReactElement {
  const { data: credits, error, refetch } = useCredits();
  const { state, dismiss } = useReturn(credits);
  return (
    <Page title="Billing" lead="Buy credits in packs and see what they were used for.">
      {state === 'waiting' ? (
        <Notice>We’re confirming your payment. Your credits will appear here within a few minutes.</Notice>
      ) : null}
      {state === 'cancelled' ? (
        <Notice onDismiss={dismiss}>The purchase was cancelled. You were not charged.</Notice>
      ) : null}
      {state === 'failed' ? (
        <Notice tone="danger" urgent onDismiss={dismiss}>
          The payment did not go through, so no credits were added. You can try again.
        </Notice>
      ) : null}
      {error ? (
        <UnreadNotice error={error} onRetry={() => void refetch()}>
          Your credits could not be loaded.
        </UnreadNotice>
      ) : null}
      <CreditsSummary credits={credits} />
      {error && !credits ? null : <ActivePacks packs={credits?.availablePacks} />}
      <PackOffers />
      <CreditHistory />
      <section aria-labelledby="how" className="panel p-5">
        <h2 id="how" className="text-base font-semibold">
          How credits work
        </h2>
        <ul className="text-muted mt-2 list-disc space-y-1 pl-5">
          {RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <nav aria-label="Elsewhere" className="flex flex-wrap gap-2">
        <Link to="/" className={buttonClass({ look: 'primary' })}>
          Create a Compilation
        </Link>
        <Link to="/profile" className={buttonClass({})}>
          Profile
        </Link>
        <Link to="/settings" className={buttonClass({})}>
          Account Settings
        </Link>
      </nav>
    </Page>
  );
}
