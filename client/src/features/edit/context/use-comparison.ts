import * as calls from '#contract/calls/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { Comparison } from '#contract/comparison.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useEditorState } from './editor-context.ts';

/**
 * What sections repeat of one another and mention of the title; `undefined` until the comparison is loaded.
 */
export function useComparison(): Comparison | undefined {
  const id = useEditorState((state) => state.projectId);
  return useQuery(reading(calls.compareSections, { params: { id } })).data;
}
