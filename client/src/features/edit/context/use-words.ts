import * as calls from '#contract/calls/index.ts';
import { useQuery } from '@tanstack/react-query';
import type { SectionWords } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { knownWords, WORDS_KEPT_MS, wordsQueryKey } from '../store/words.ts';
import { useEditorState } from './editor-context.ts';

interface Words {
  /** Null until loaded. */
  words: SectionWords | null;
  error: Error | null;
  retry: () => void;
}

const NONE = { id: '', wordsKey: null, startTime: 0, endTime: 0 };

/** A saved section's words, which a project does not include. Those of its last range are used meanwhile. */
export function useWords(sectionId: string | null): Words {
  const saved = useEditorState((state) => state.saved[sectionId ?? '']) ?? NONE;
  const { id, wordsKey } = saved;
  const { data, error, refetch } = useQuery({
    queryKey: wordsQueryKey(saved),
    queryFn: ({ signal }) =>
      call(calls.readWords, { params: { id }, query: { key: wordsKey ?? undefined }, signal }),
    enabled: wordsKey !== null,
    gcTime: WORDS_KEPT_MS,
  });
  return { words: data ?? knownWords(saved), error, retry: () => void refetch() };
}
