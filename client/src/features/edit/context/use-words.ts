import { useQuery } from '@tanstack/react-query';
import type { SectionWords } from '#contract/sections.ts';
import { knownWords, wordsQuery } from '../store/words.ts';
import { useEditorState } from './editor-context.ts';

interface Words {
  /** `null` until loaded. */
  words: SectionWords | null;
  error: Error | null;
  retry: () => void;
}

const NONE = { id: '', wordsKey: null, startTime: 0, endTime: 0 };

/** A saved section's words, which a project does not include. Those of its last range are used meanwhile. */
export function useWords(sectionId: string | null): Words {
  const saved = useEditorState((state) => state.saved[sectionId ?? '']) ?? NONE;
  const { data, error, refetch } = useQuery({ ...wordsQuery(saved), enabled: saved.wordsKey !== null });
  return { words: data ?? knownWords(saved), error, retry: () => void refetch() };
}
