import { useRef, useState } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { FoundMusic } from '#contract/found-music.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api/api.ts';
import { setMusicProgress, useMusicProgress } from '../../../lib/runs/music-progress.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { keyOf } from './use-music-search.ts';

export interface FetchMusic {
  /** The key of the track that is being added; `null` if no track is being added. */
  adding: string | null;
  /** The download progress of its file, in percent; `null` while unknown. */
  percentage: number | null;
  /** The key of a track that could not be added, and the reason. */
  problem: { key: string; text: string } | null;
  add: (track: FoundMusic) => void;
  cancel: () => void;
}

/** Downloads a found track and sets it as the film's music, one at a time. Then calls `onAdded`. */
export function useFetchMusic(onAdded: () => void): FetchMusic {
  const editor = useEditor();
  const projectId = useEditorState((state) => state.projectId);
  const percentage = useMusicProgress(projectId);
  const [adding, setAdding] = useState<string | null>(null);
  const [problem, setProblem] = useState<FetchMusic['problem']>(null);
  const abort = useRef<AbortController | null>(null);

  const add = async (track: FoundMusic): Promise<void> => {
    if (abort.current) return;
    const key = keyOf(track);
    const { signal } = (abort.current = new AbortController());
    setAdding(key);
    setProblem(null);
    setMusicProgress(projectId, null);
    announce(`Adding “${track.title}”`);
    const body = { source: track.source, id: track.id };
    const added = await editor.music.use(
      (params) => call(calls.fetchMusic, { params, body, signal }),
      ({ text }) => (signal.aborted ? undefined : setProblem({ key, text })),
    );
    abort.current = null;
    setAdding(null);
    if (added) onAdded();
    else if (signal.aborted) announce('Cancelled');
  };
  return {
    adding,
    percentage,
    problem,
    add: (track) => void add(track),
    cancel: () => abort.current?.abort(),
  };
}
