import { useEffect } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { PackSize } from '#contract/packs.ts';
import { reportFailure } from '../../lib/api/attempt.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { buyPack, leaveToPay, announcePurchase } from './buy-pack.ts';

/** Buys packs, one at a time. `busy` is the size of the pack that is being bought. */
export function useBuying(): { busy: PackSize | null; buy(packSize: PackSize): void } {
  const { mutate, reset, isPending, data, variables } = useMutation({
    mutationFn: async (packSize: PackSize) => {
      const result = await buyPack(packSize);
      // The figures are updated before the toast.
      if (result.status === 'completed') await queryClient.invalidateQueries({ queryKey: keys.credits });
      return result;
    },
    onSuccess: (result, packSize) => {
      if (result.status === 'redirect') leaveToPay(packSize, result);
      else announcePurchase(result.pack.packSize);
    },
    onError: (error) =>
      reportFailure(error, {
        title: 'Purchase Failed',
        fallback: 'The server could not be reached. Please try again.',
        phrase: (sentence) => `Could not purchase credits: ${sentence}`,
      }),
  });

  // The browser's Back button restores the page in the state in which it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);

  const leaving = data?.status === 'redirect';
  return { busy: (isPending || leaving) && variables !== undefined ? variables : null, buy: mutate };
}
