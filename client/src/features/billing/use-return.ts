import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Credits } from '#contract/credits.ts';
import { GENERATION_POLL_MS } from '../../config/constants.ts';
import { useChangeParams } from '../../hooks/page/use-place.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useTransport } from '../../lib/runs/realtime.ts';
import { countBought, forgetCheckout, readCheckout, tellPurchased } from './buy-pack.ts';

const PARAM = 'purchase';

export type Return = 'waiting' | 'cancelled' | 'failed' | null;

/**
 * The return from a payment page: waits until the purchase is booked, then announces it once, or until its payment
 * fails. Both are pushed, and polled only while the connection is down.
 */
export function useReturn(credits: Credits | undefined): { state: Return; dismiss(): void } {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const [checkout] = useState(readCheckout);
  const live = useTransport((transport) => transport.live);
  const told = params.get(PARAM);
  /** Stops waiting; the URL keeps what is still to be announced, for a reload. */
  const end = useCallback(
    (say: 'failed' | null) => {
      forgetCheckout();
      changeParams((known) => {
        if (say) known.set(PARAM, say);
        else known.delete(PARAM);
      });
    },
    [changeParams],
  );
  const dismiss = useCallback(() => end(null), [end]);
  const waiting = told === 'success' && checkout !== null;
  const booked = waiting && credits !== undefined && countBought(credits) > checkout.boughtBefore;
  const failed = waiting && !booked && credits?.failedPurchases.includes(checkout.purchaseId) === true;

  useEffect(() => {
    if (!booked) return;
    tellPurchased(checkout.packSize);
    // Without its parameter the page stops waiting: nothing is announced twice.
    dismiss();
  }, [booked, checkout, dismiss]);

  useEffect(() => {
    if (failed) end('failed');
  }, [failed, end]);

  useEffect(() => {
    if (!waiting || booked || failed) return undefined;
    const ask = (): void => void queryClient.invalidateQueries({ queryKey: keys.credits });
    // Events before the connection was up are requested once.
    if (live) {
      ask();
      return undefined;
    }
    const timer = setInterval(ask, GENERATION_POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, booked, failed, live]);

  if (told === 'cancelled' || told === 'failed') return { state: told, dismiss };
  return { state: waiting && !booked ? 'waiting' : null, dismiss };
}
