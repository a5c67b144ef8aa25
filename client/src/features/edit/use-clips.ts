import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '#contract/projects.ts';
import type { Clip, Word } from '#contract/sections.ts';
import { call, isUnauthorized } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useEditor } from './editor-context.ts';

/**
 * Asks for the clips of the analysis when the editor opens: for the words of all that was heard, also where nothing
 * of it is in a section now. SPEC 8: says so when the stored sections must do.
 */
export function useClips({ id, failedVideos }: Project): void {
  const editor = useEditor();
  const { data, error } = useQuery<Clip[]>({
    // A project's own key would have them read again with every edit; a video that is tried again brings new ones.
    queryKey: ['clips', id, failedVideos.length],
    queryFn: ({ signal }) => call('GET', `/api/projects/${id}/clips?force_refresh=true`, { signal }),
  });
  useEffect(() => {
    if (data) editor.setState({ heard: wordsByVideo(data) });
  }, [data, editor]);
  useEffect(() => {
    if (!error || isUnauthorized(error)) return;
    toast({ title: 'Using Stored Data', description: 'Python API unavailable, using stored sections' });
  }, [error]);
}

function wordsByVideo(clips: Clip[]): Record<string, Word[]> {
  const heard: Record<string, Word[]> = {};
  for (const { videoId, words } of clips) (heard[videoId] ??= []).push(...words);
  return heard;
}
