import { useQuery } from '@tanstack/react-query';
import { loadPart } from '../../../lib/missing-chunk.ts';
import type * as Grid from '../grid/ResultsGrid.tsx';

/**
 * Loads the code of the results beside the first results; `undefined` until it has arrived. It is a query
 * instead of a lazy component, since React shows a lazy component 300 ms late if something else was in its
 * place.
 */
export const useResultsGrid = (enabled: boolean): typeof Grid | undefined =>
  useQuery({
    queryKey: ['results-grid'],
    queryFn: () => loadPart(() => import('../grid/ResultsGrid.tsx')),
    enabled,
    gcTime: Infinity,
    networkMode: 'always',
    throwOnError: true,
  }).data;
