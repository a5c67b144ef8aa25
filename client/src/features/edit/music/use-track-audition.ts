import { useEffect, useRef, useState } from 'react';
import type { FoundMusic } from '#contract/found-music.ts';
import { toast } from '../../../lib/toast.ts';
import { usePlayback } from '../context/playback-context.ts';
import { keyOf } from './use-music-search.ts';

export interface TrackAudition {
  /** The key of the track that plays or is loading. */
  current: string | null;
  /** Whether the track's beginning is still loading. */
  loading: boolean;
  /** Plays a track instead of the previous one. Stops the track if it is playing. */
  press: (track: FoundMusic) => void;
}

/** Plays the beginning of found tracks, one at a time, until the list is closed. */
export function useTrackAudition(): TrackAudition {
  const { player } = usePlayback();
  const [{ current, loading }, show] = useState<{ current: string | null; loading: boolean }>({
    current: null,
    loading: false,
  });
  const sound = useRef<HTMLAudioElement | null>(null);
  const silence = (): void => {
    sound.current?.pause();
    sound.current = null;
  };
  const stop = (): void => {
    silence();
    show({ current: null, loading: false });
  };
  useEffect(() => () => sound.current?.pause(), []);

  const play = (track: FoundMusic): void => {
    silence();
    player.current?.pause();
    const audio = new Audio(track.listenUrl);
    sound.current = audio;
    const whileCurrent = (act: () => void) => (): void => (sound.current === audio ? act() : undefined);
    show({ current: keyOf(track), loading: true });
    audio.addEventListener(
      'playing',
      whileCurrent(() => show({ current: keyOf(track), loading: false })),
    );
    audio.addEventListener('ended', whileCurrent(stop));
    audio.addEventListener(
      'error',
      whileCurrent(() => {
        stop();
        toast({
          title: 'Playback Failed',
          description: `“${track.title}” could not be played. Try again, or listen on its page.`,
          variant: 'destructive',
        });
      }),
    );
    // Some browsers require another press, which then plays the track.
    audio.play().catch(whileCurrent(() => show({ current: null, loading: false })));
  };
  return { current, loading, press: (track) => (current === keyOf(track) ? stop() : play(track)) };
}
