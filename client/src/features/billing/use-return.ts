import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Credits } from '#contract/credits.ts';
import { GENERATION_POLL_MS } from '../../config/constants.ts';
import { keys } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useTransport } from '../../lib/realtime.ts';
import { countBought, forgetCheckout, readCheckout, tellPurchased } from './buy-pack.ts';

const PARAM = 'purchase';

export type Return = 'waiting' | 'cancelled' | null;

/**
 * The way back from a payment page: waits until the purchase is booked, then tells so once. The booking is pushed;
 * it is asked for only while the connection for that is down.
 */
export function useReturn(credits: Credits | undefined): { state: Return; dismiss(): void } {
  const [params, setParams] = useSearchParams();
  const [checkout] = useState(readCheckout);
  const live = useTransport((transport) => transport.live);
  const told = params.get(PARAM);
  const dismiss = useCallback(() => {
    forgetCheckout();
    setParams(
      (known) => {
        known.delete(PARAM);
        return known;
      },
      { replace: true },
    );
  }, [setParams]);
  const waiting = told === 'success' && checkout !== null;
  const booked = waiting && credits !== undefined && countBought(credits) > checkout.boughtBefore;

  useEffect(() => {
    if (!booked) return;
    tellPurchased(checkout.packSize);
    // Without its parameter the page waits no longer: nothing is told twice.
    dismiss();
  }, [booked, checkout, dismiss]);

  useEffect(() => {
    if (!waiting || booked || live) return undefined;
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: keys.credits }),
      GENERATION_POLL_MS,
    );
    return () => clearInterval(timer);
  }, [waiting, booked, live]);

  if (told === 'cancelled') return { state: 'cancelled', dismiss };
  return { state: waiting && !booked ? 'waiting' : null, dismiss };
}
