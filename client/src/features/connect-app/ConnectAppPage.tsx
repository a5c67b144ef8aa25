import { useState, type ReactElement } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { Authorization } from '#contract/oauth.ts';
import type { Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { ScopeFields } from '../../components/keys/ScopeFields.tsx';
import { useScopeChoice } from '../../components/keys/use-scope-choice.ts';
import { MessagePage } from '../../components/layout/MessagePage.tsx';
import { ScreenFallback } from '../../components/layout/ScreenFallback.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { useUser } from '../../hooks/use-user.ts';
import { ApiError, call, userMessage } from '../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../lib/api/attempt.ts';
import { reading } from '../../lib/api/queries.ts';

type Query = Sent<typeof calls.readAuthorization>['query'];
type Allowed = Sent<typeof calls.decideAuthorization>['body']['allowed'];

/** Reads the request of an app from the parameters of the URL. Others have no effect. */
function queryOf(params: URLSearchParams): Query {
  const optional = {
    responseType: params.get('response_type'),
    codeChallenge: params.get('code_challenge'),
    codeChallengeMethod: params.get('code_challenge_method'),
    scope: params.get('scope'),
    state: params.get('state'),
    resource: params.get('resource'),
  };
  return {
    clientId: params.get('client_id') ?? '',
    redirectUri: params.get('redirect_uri') ?? '',
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

/** Asks the user whether an app may use the account. */
export function ConnectAppPage(): ReactElement {
  const [params] = useSearchParams();
  const [query] = useState(() => queryOf(params));
  const { data, error, isError, refetch } = useQuery(reading(calls.readAuthorization, { query }));
  if (data) return <AppQuestion request={data} query={query} />;
  if (!isError) return <ScreenFallback />;
  const isInvalid = error instanceof ApiError && error.status < 500;
  return (
    <MessagePage
      icon={<Plug size={28} />}
      title="This app cannot be connected"
      actions={isInvalid ? null : <Button onClick={() => void refetch()}>Try Again</Button>}
    >
      <p role="alert">{userMessage(error, 'The request could not be checked. Please try again.')}</p>
    </MessagePage>
  );
}

function AppQuestion({
  request: { name, site, scopes },
  query,
}: {
  request: Authorization;
  query: Query;
}): ReactElement {
  const user = useUser();
  // An app requests everything by default, and this one spends credits.
  const choice = useScopeChoice(scopes.filter((scope) => scope !== 'generate' || scopes.length === 1));
  const [problem, setProblem] = useState<Problem | null>(null);
  const decide = useMutation({
    mutationFn: (allowed: Allowed) => call(calls.decideAuthorization, { body: { ...query, allowed } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      reportFailure(error, { fallback: 'This could not be sent. Please try again.', report: setProblem }),
  });
  const busy = decide.isPending || decide.isSuccess;
  const isComplete = choice.scopes.length > 0 && choice.budget !== undefined;
  const allow = (): void => {
    const { scopes: allowed, budget = null } = choice;
    decide.mutate({ scopes: allowed, creditBudget: budget });
  };
  return (
    <MessagePage
      icon={<Plug size={28} />}
      title={`Connect “${name}”?`}
      actions={
        <>
          <Button size="field" inactive={busy} onClick={() => decide.mutate(null)}>
            Deny
          </Button>
          <Button look="primary" size="field" inactive={busy || !isComplete} onClick={allow}>
            {busy ? 'Continuing...' : 'Allow'}
          </Button>
        </>
      }
    >
      <p className="break-words">
        This app asks to use your account{user?.email ? ` ${user.email}` : ''} as an agent. It continues{' '}
        {site === null ? (
          'in a program on this computer'
        ) : (
          <>
            at <strong className="text-fg wrap-anywhere">{site}</strong>
          </>
        )}
        .
      </p>
      <p>Any app can choose this name. Allow it only if you started this yourself.</p>
      <div className="text-fg space-y-4 pt-3 text-left">
        <ScopeFields requested={scopes} choice={choice} />
        {problem && !busy ? (
          <Notice tone="danger" urgent error={problem.error}>
            {problem.text}
          </Notice>
        ) : null}
      </div>
    </MessagePage>
  );
}
