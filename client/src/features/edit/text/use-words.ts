import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { call } from '../../../lib/api.ts';
import { useEditor, useEditorState } from '../store/editor-context.ts';

/**
 * Reads the words of the selected section, as it is saved: a project does not carry those of all. What was read last
 * of a section stays until its new words are here.
 */
export function useWords(): { error: Error | null; retry: () => void } {
  const editor = useEditor();
  const saved = useEditorState(({ saved, selectedId }) => saved[selectedId ?? '']);
  const { id = '', wordsKey = null, startTime, endTime } = saved ?? {};
  const { data, error, refetch } = useQuery({
    // A wider range takes in more of what is said around it.
    queryKey: ['words', id, wordsKey, startTime, endTime],
    queryFn: ({ signal }) =>
      call(calls.readWords, { params: { id }, query: { key: wordsKey ?? undefined }, signal }),
    enabled: wordsKey !== null,
  });
  useEffect(() => {
    if (data) editor.setState(({ words }) => ({ words: { ...words, [id]: data } }));
  }, [data, editor, id]);
  return { error, retry: () => void refetch() };
}
