import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Credits } from '#contract/credits.ts';
import { reading } from '../lib/api/queries.ts';

export function useCredits(): UseQueryResult<Credits> {
  return useQuery(reading(calls.readCredits, {}));
}
