import { useEffect, useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import type { Identity } from '#contract/sign-in.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { useChangeParams } from '../../../hooks/page/use-place.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { formatDate } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { failure } from '../parts/failure.ts';
import { Group, GroupRow } from '../parts/Group.tsx';

const query = reading(calls.readIdentities, {});

/** The ways in which the user signs in: adds a second provider, and removes one. */
export function SignInGroup(): ReactElement | null {
  const identities = useQuery(query).data;
  const providers = useConfig()?.signIn.providers;
  const [busy, setBusy] = useState(false);
  useReturn();
  if (!identities || !providers) return null;

  const add = async (provider: (typeof providers)[number]): Promise<void> => {
    setBusy(true);
    const redirected = await attempt(
      async () => {
        const { url } = await call(calls.addIdentity, { body: { provider: provider.id } });
        window.location.assign(url);
      },
      failure('Not Added', `${provider.name} could not be added. Please try again.`),
    );
    // The button stays inactive while the provider's page opens.
    if (!redirected) setBusy(false);
  };
  const remove = async ({ id, provider }: Identity): Promise<void> => {
    setBusy(true);
    await attempt(
      async () => {
        await call(calls.removeIdentity, { params: { id } });
        await queryClient.invalidateQueries({ queryKey: query.queryKey });
        toast({ title: 'Sign-In Removed', description: `${provider} no longer signs in to this account.` });
      },
      failure('Not Removed', 'This sign-in could not be removed. Please try again.'),
    );
    setBusy(false);
  };
  const missing = providers.filter(({ name }) => identities.every(({ provider }) => provider !== name));
  // If there is only one provider, the user has no choice.
  if (identities.length === 1 && missing.length === 0) return null;

  return (
    <Group title="Sign-In">
      {identities.map((identity) => (
        <GroupRow
          key={identity.id}
          title={identity.provider}
          hint={`${identity.email ?? 'No email address'}, since ${formatDate(identity.createdAt)}`}
        >
          {identities.length > 1 ? (
            <Button
              inactive={busy}
              aria-label={`Remove ${identity.provider}, ${identity.email ?? 'no email address'}`}
              onClick={() => void remove(identity)}
            >
              Remove
            </Button>
          ) : null}
        </GroupRow>
      ))}
      {missing.map((provider) => (
        <GroupRow
          key={provider.id}
          title={provider.name}
          hint="Add it to sign in to this account with it too."
        >
          <Button inactive={busy} onClick={() => void add(provider)}>
            Add {provider.name}
          </Button>
        </GroupRow>
      ))}
    </Group>
  );
}

/** Announces the return from the provider's page once, then removes it from the URL. */
function useReturn(): void {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const ended = params.get('sign_in');
  useEffect(() => {
    if (ended === null) return;
    if (ended === 'added') {
      toast({ title: 'Sign-In Added', description: 'You can sign in to this account with it too.' });
    } else if (ended === 'taken') {
      toast({
        title: 'Not Added',
        description:
          'This sign-in belongs to another account. Sign in with it and delete that account first.',
        variant: 'destructive',
      });
    }
    changeParams((params) => void params.delete('sign_in'));
  }, [ended, changeParams]);
}
