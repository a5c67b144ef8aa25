import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { EMAIL_LENGTH } from '#contract/sign-in.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Field } from '../../components/ui/controls/Field.tsx';
import { call } from '../../lib/api/api.ts';
import { announce } from '../../lib/announce.ts';
import { reportFailure } from '../../lib/api/attempt.ts';

/** Requests a link by e-mail, then says where to look for it. */
export function EmailForm(): ReactElement {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: () => call(calls.requestSignInLink, { body: { email: email.trim() } }),
    onMutate: () => setProblem(null),
    onSuccess: () => announce('The link is sent.'),
    onError: (error) =>
      reportFailure(error, {
        fallback: 'The email could not be sent. Please try again.',
        report: ({ text }) => setProblem(text),
      }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!send.isPending && email.trim() !== '') send.mutate();
  };
  if (send.isSuccess) {
    return (
      <div className="space-y-3">
        <p className="text-fg break-words">
          We sent a link to {email.trim()}. Open it in this browser within 15 minutes.
        </p>
        <Button look="quiet" size="sm" onClick={() => send.reset()}>
          Use another address
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="space-y-3 text-left">
      <Field label="Email address" error={problem}>
        {(input) => (
          <input
            {...input}
            type="email"
            required
            maxLength={EMAIL_LENGTH}
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="field h-11 w-full"
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="field" className="w-full" inactive={send.isPending}>
        {send.isPending ? 'Sending...' : 'Send a Sign-In Link'}
      </Button>
    </form>
  );
}
