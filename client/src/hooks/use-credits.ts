import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Credits } from '#contract/credits.ts';
import { keys } from '../lib/queries.ts';

export function useCredits(): UseQueryResult<Credits> {
  return useQuery<Credits>({ queryKey: keys.credits });
}
