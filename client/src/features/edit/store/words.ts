import { queryClient } from '../../../lib/api/query-client.ts';
import type { Section, SectionWords } from '#contract/sections.ts';

type Saved = Pick<Section, 'id' | 'wordsKey' | 'startTime' | 'endTime'>;

/** Drafts of a section left a while ago still need its words. */
export const WORDS_KEPT_MS = 30 * 60_000;

/** The query of a section's words; a wider range includes more of the words around it. */
export const wordsQueryKey = ({ id, wordsKey, startTime, endTime }: Saved) =>
  ['words', id, wordsKey, startTime, endTime] as const;

/** A saved section's words; until they are loaded, the previous ones. Null without any. */
export function knownWords(saved: Saved): SectionWords | null {
  const exact = queryClient.getQueryData<SectionWords>(wordsQueryKey(saved));
  if (exact) return exact;
  const read = queryClient.getQueryCache().findAll({ queryKey: ['words', saved.id] });
  const [latest] = read
    .filter(({ state }) => state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return (latest?.state.data as SectionWords | undefined) ?? null;
}
