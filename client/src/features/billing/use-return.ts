import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Credits } from '#contract/credits.ts';
import { GENERATION_POLL_MS } from '../../config/constants.ts';
import { useChangeParams } from '../../hooks/page/use-place.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useTransport } from '../../lib/runs/realtime.ts';
import { countBought, forgetCheckout, readCheckout, announcePurchase } from './buy-pack.ts';

const PARAM = 'purchase';

export type Return = 'waiting' | 'cancelled' | 'failed' | null;

/**
 * Handles the return from a payment page. Waits until the purchase is booked or its payment fails, then
 * announces that once. Both are pushed, and polled only while the connection is down.
 */
export function useReturn(credits: Credits | undefined): { state: Return; dismiss(): void } {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const [checkout] = useState(readCheckout);
  const live = useTransport((transport) => transport.live);
  const outcome = params.get(PARAM);
  /** Stops waiting. The URL keeps the result that is still to be announced, for a reload. */
  const end = useCallback(
    (say: 'failed' | null) => {
      forgetCheckout();
      changeParams((params) => {
        if (say) params.set(PARAM, say);
        else params.delete(PARAM);
      });
    },
    [changeParams],
  );
  const dismiss = useCallback(() => end(null), [end]);
  const waiting = outcome === 'success' && checkout !== null;
  const booked = waiting && credits !== undefined && countBought(credits) > checkout.boughtBefore;
  const failed = waiting && !booked && credits?.failedPurchases.includes(checkout.purchaseId) === true;

  useEffect(() => {
    if (!booked) return;
    announcePurchase(checkout.packSize);
    // Removing the parameter ends the waiting, so that nothing is announced twice.
    dismiss();
  }, [booked, checkout, dismiss]);

  useEffect(() => {
    if (failed) end('failed');
  }, [failed, end]);

  useEffect(() => {
    if (!waiting || booked || failed) return undefined;
    const ask = (): void => void queryClient.invalidateQueries({ queryKey: keys.credits });
    // Reads once what happened before the connection was up.
    if (live) {
      ask();
      return undefined;
    }
    const timer = setInterval(ask, GENERATION_POLL_MS);
    return () => clearInterval(timer);
  }, [waiting, booked, failed, live]);

  if (outcome === 'cancelled' || outcome === 'failed') return { state: outcome, dismiss };
  return { state: waiting && !booked ? 'waiting' : null, dismiss };
}
