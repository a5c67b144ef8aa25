import * as calls from '#contract/calls/index.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

type Saved = Pick<Section, 'id' | 'wordsKey' | 'startTime' | 'endTime'>;

/** The words stay cached for this time, since drafts of a section that was left need them, in ms. */
const WORDS_CACHED_MS = 30 * 60_000;

/** Returns the query of a section's words. A wider range includes more of the words around it. */
export const wordsQuery = ({ id, wordsKey, startTime, endTime }: Saved) => ({
  queryKey: ['words', id, wordsKey, startTime, endTime] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(calls.readWords, { params: { id }, query: { key: wordsKey ?? undefined }, signal }),
  gcTime: WORDS_CACHED_MS,
});

/**
 * Returns a saved section's words; until they are loaded, the previous ones. Returns `null` if no words are
 * cached.
 */
export function knownWords(saved: Saved): SectionWords | null {
  const exact = queryClient.getQueryData<SectionWords>(wordsQuery(saved).queryKey);
  if (exact) return exact;
  const read = queryClient.getQueryCache().findAll({ queryKey: ['words', saved.id] });
  const [latest] = read
    .filter(({ state }) => state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return (latest?.state.data as SectionWords | undefined) ?? null;
}

/**
 * Loads a saved section's words unless they are loaded. Returns `null` if the section has no words, or they
 * cannot be loaded.
 */
export async function loadWords(saved: Saved): Promise<SectionWords | null> {
  if (saved.wordsKey === null) return null;
  try {
    return await queryClient.fetchQuery(wordsQuery(saved));
  } catch {
    // The selected section shows the failure itself.
    return null;
  }
}
