import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import { useChangeParams } from '../../hooks/page/use-place.ts';
import { call } from '../../lib/api/api.ts';
import { attempt, reportFailure } from '../../lib/api/attempt.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { failure } from './parts/failure.ts';

/** The messages on the return from the channel's consent page (product.md 8.22 to 8.25). */
const REASONS = new Map([
  ['missing_code', 'Authentication code missing. Please try again.'],
  ['no_channel', 'No YouTube channel found for this account.'],
  ['callback_failed', 'YouTube authentication failed. Please try again.'],
]);
const NOT_CONNECTED = 'Failed to connect YouTube account.';

/** Updates the channel's name, which is part of the user. */
const reloadUser = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.user });

function announceConnected(): void {
  toast({ title: 'YouTube Connected', description: 'Your films can be uploaded to your channel.' });
}

/** Connects and disconnects the channel. `busy` lasts from the press until the page shows the result. */
export function useChannel(): { busy: boolean; connect: () => void; disconnect: () => void } {
  const [busy, setBusy] = useState(false);
  useReturn();

  const connect = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await call(calls.connectChannel);
      if ('authUrl' in answer) {
        window.location.assign(answer.authUrl);
        return;
      }
      await reloadUser();
      announceConnected();
    } catch (error) {
      reportFailure(error, failure('Authentication Failed', NOT_CONNECTED));
    }
    setBusy(false);
  };
  const disconnect = async (): Promise<void> => {
    setBusy(true);
    await attempt(
      async () => {
        await call(calls.disconnectChannel);
        await reloadUser();
        toast({ title: 'YouTube Disconnected', description: 'Your channel is no longer connected.' });
      },
      failure('Disconnect Failed', 'Your channel could not be disconnected. Please try again.'),
    );
    setBusy(false);
  };
  return { busy, connect: () => void connect(), disconnect: () => void disconnect() };
}

/** Announces the return from the consent page once, then removes it from the URL. */
function useReturn(): void {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const success = params.get('youtube_success') === 'true';
  const error = params.get('youtube_error');
  useEffect(() => {
    if (!success && error === null) return;
    void reloadUser();
    if (success) announceConnected();
    else {
      toast({
        title: 'Authentication Failed',
        description: REASONS.get(error ?? '') ?? NOT_CONNECTED,
        variant: 'destructive',
      });
    }
    changeParams((params) => {
      params.delete('youtube_success');
      params.delete('youtube_error');
    });
  }, [success, error, changeParams]);
}
