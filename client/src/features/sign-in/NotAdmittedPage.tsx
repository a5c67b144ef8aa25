import type { ReactElement } from 'react';
import { DoorClosed } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { RefusalReason } from '#contract/sign-in.ts';
import { MessagePage } from '../../components/layout/MessagePage.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { useConfig } from '../../hooks/use-config.ts';

interface Refusal {
  title: string;
  text: string;
}

const NO_NEW: Refusal = {
  title: 'No new accounts',
  text: 'New accounts are closed at the moment.',
};
const REFUSALS: Record<RefusalReason, Refusal> = {
  closed: NO_NEW,
  invited: {
    title: 'You need an invitation',
    text: 'This site is by invitation only. Ask for an invitation to the email address you sign in with.',
  },
  domains: {
    title: 'Use your work address',
    text: 'This site is only for members of its organisation. Sign in with your address there.',
  },
  unverified: {
    title: 'Your address is not confirmed',
    text: 'This site requires a confirmed email address. Confirm yours with the account you signed in with, or sign in another way.',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'You cannot sign in to this account. Nothing in it was deleted.',
  },
};

/** Explains why someone may not sign in, and what to do. */
export function NotAdmittedPage(): ReactElement {
  const [params] = useSearchParams();
  const contact = useConfig()?.footer.contact;
  const reason = params.get('reason') ?? '';
  const { title, text } = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason as RefusalReason] : NO_NEW;
  return (
    <MessagePage
      icon={<DoorClosed size={28} />}
      title={title}
      actions={
        <>
          <a href="/api/login" className={buttonClass({ look: 'primary' })}>
            Sign In Another Way
          </a>
          <Link to="/" className={buttonClass({})}>
            Back to Home
          </Link>
        </>
      }
    >
      <p>{text}</p>
      {contact ? (
        <p>
          <a href={contact} className="text-accent hover:text-fg underline">
            Contact the people who run it
          </a>
        </p>
      ) : (
        <p>The people who run it can help you.</p>
      )}
    </MessagePage>
  );
}
