import { useEffect, useState, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import { REFUSAL_REASONS, type RefusalReason } from '#contract/sign-in.ts';
import { MessagePage } from '../../components/layout/MessagePage.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { ApiError, call } from '../../lib/api/api.ts';
import { reportFailure } from '../../lib/api/attempt.ts';

const INCOMPLETE = 'This link is incomplete. Copy the whole link from the email, or request a new one.';

/** Returns why a person may not sign in; `undefined` for other errors. */
function reasonOf(error: unknown): RefusalReason | undefined {
  const details = error instanceof ApiError ? (error.details as { reason?: unknown } | undefined) : undefined;
  return REFUSAL_REASONS.find((reason) => reason === details?.reason);
}

/**
 * Confirms a sign-in by an e-mailed link. A press is required, so that programs which open the links of mails
 * do not use it up.
 */
export function ConfirmLinkPage(): ReactElement {
  const [token] = useState(() => window.location.hash.slice(1));
  const [problem, setProblem] = useState<string | null>(token === '' ? INCOMPLETE : null);
  const navigate = useNavigate();
  // The token does not stay in the browser's history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const confirm = useMutation({
    mutationFn: () => call(calls.confirmSignInLink, { body: { token } }),
    onSuccess: () => window.location.assign('/'),
    onError: (error) => {
      const reason = reasonOf(error);
      if (reason) return void navigate(`/not-admitted?reason=${reason}`, { replace: true });
      return reportFailure(error, {
        fallback: 'You could not be signed in. Please try again.',
        report: ({ text }) => setProblem(text),
      });
    },
  });
  const busy = confirm.isPending || confirm.isSuccess;
  return (
    <MessagePage
      icon={<MailCheck size={28} />}
      title={problem === null ? 'Sign in to Cutroom' : 'This link does not work'}
      actions={
        problem === null ? (
          <Button look="primary" size="field" inactive={busy} onClick={() => confirm.mutate()}>
            {busy ? 'Signing in...' : 'Sign In'}
          </Button>
        ) : (
          <Link to="/sign-in" className={buttonClass({ look: 'primary', size: 'field' })}>
            Request a New Link
          </Link>
        )
      }
    >
      <p role={problem === null ? undefined : 'alert'}>
        {problem ?? 'Press the button to sign in with the link from your email.'}
      </p>
    </MessagePage>
  );
}
