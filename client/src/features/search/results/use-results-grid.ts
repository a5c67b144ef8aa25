import { useQuery } from '@tanstack/react-query';
import { loadPart } from '../../../lib/missing-chunk.ts';
import type * as Grid from '../grid/ResultsGrid.tsx';

/**
 * The code of the results, which loads beside the first of them; undefined until it has arrived. As a query and not as
 * a lazy component, since React shows a lazy one 300 ms late where something stood in its place.
 */
export const useResultsGrid = (wanted: boolean): typeof Grid | undefined =>
  useQuery({
    queryKey: ['results-grid'],
    queryFn: () => loadPart(() => import('../grid/ResultsGrid.tsx')),
    enabled: wanted,
    gcTime: Infinity,
    networkMode: 'always',
    throwOnError: true,
  }).data;
