import { useEffect, useRef, useState } from 'react';
import type { Answer } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { announce } from '../../../lib/announce.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { onRunEnd, readRun, useRuns } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { useEditor } from './editor-context.ts';
import { useFilm } from './film-context.ts';
import { usePlayback } from './playback-context.ts';

export interface Listening {
  state: 'idle' | 'asking' | 'recording' | 'playing';
  /** The active run that records the narration. */
  run: Run | null;
  press: () => void;
}

/** Plays a section's narration as in the film. */
export function useListeningTo({ id }: Pick<Section, 'id'>): Listening {
  const { language, gender, voiceId } = useFilm();
  const editor = useEditor();
  return useListening(async () => {
    if (!(await editor.saver.save(id))) return null;
    await editor.settled();
    return call(calls.listenToSection, { params: { id }, body: { language, gender, speaker: voiceId } });
  });
}

/**
 * Plays a recording, which is made first if it does not exist yet. `request` asks for the recording, and is
 * called again once it is made. It returns `null` if there is nothing to play.
 */
export function useListening(request: () => Promise<Answer<typeof calls.listenToSection> | null>): Listening {
  const { player } = usePlayback();
  const [state, setState] = useState<'idle' | 'asking' | 'playing'>('idle');
  const [runId, setRunId] = useState<string | null>(null);
  const run = useRuns(({ runs }) => (runId === null ? null : (runs[runId] ?? null)));
  const sound = useRef<HTMLAudioElement | null>(null);
  useRunPolling(null, run);

  const stop = (): void => {
    sound.current?.pause();
    sound.current = null;
    setState('idle');
  };
  const unlisten = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      sound.current?.pause();
      unlisten.current?.();
    },
    [],
  );

  const play = async (url: string): Promise<void> => {
    player.current?.pause();
    const audio = new Audio(url);
    sound.current = audio;
    audio.addEventListener('ended', () => setState('idle'));
    audio.addEventListener('error', () => {
      if (sound.current !== audio) return;
      setState('idle');
      toast({
        title: 'Playback Failed',
        description: 'Could not play the narration. Please try again.',
        variant: 'destructive',
      });
    });
    setState('playing');
    try {
      await audio.play();
    } catch {
      // Some browsers require another press, which then plays the recording.
      if (sound.current === audio) setState('idle');
    }
  };

  /** Waits for the end of a recording, and plays it. */
  const record = async (id: string): Promise<void> => {
    setRunId(id);
    const end = ({ id: endedId, status, message }: Run): void => {
      if (endedId !== id || status === 'queued' || status === 'running') return;
      unlisten.current?.();
      unlisten.current = null;
      setRunId(null);
      if (status === 'completed') {
        announce('Narration ready');
        void ask();
      }
      if (status === 'failed')
        toast({ title: 'Recording Failed', description: message, variant: 'destructive' });
    };
    unlisten.current = onRunEnd(end);
    await readRun(id);
    // The run may have ended before this page received it.
    const run = useRuns.getState().runs[id];
    if (run && unlisten.current !== null) end(run);
  };

  const ask = async (): Promise<void> => {
    setState('asking');
    const done = await attempt(
      async () => {
        const answer = await request();
        if (answer === null) return setState('idle');
        if (answer.url !== null) return play(answer.url);
        setState('idle');
        if (answer.runId !== null) await record(answer.runId);
      },
      { title: 'Recording Failed', fallback: 'Could not record the narration. Please try again.' },
    );
    if (!done) setState('idle');
  };

  const recording = runId !== null;
  return {
    state: recording ? 'recording' : state,
    run: recording ? run : null,
    press: () => (state === 'playing' ? stop() : void ask()),
  };
}
