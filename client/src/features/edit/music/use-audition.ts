import { useEffect, useRef, useState } from 'react';
import type { Music } from '#contract/music.ts';
import { toast } from '../../../lib/toast.ts';
import { usePlayback } from '../context/playback-context.ts';
import type { Listening } from '../context/use-listening.ts';

/** Plays the film's music alone, from its start position. */
export function useAudition({ url, start }: Pick<Music, 'url' | 'start'>): Listening {
  const { player } = usePlayback();
  const [isPlaying, setPlaying] = useState(false);
  const sound = useRef<HTMLAudioElement | null>(null);
  const stop = (): void => {
    sound.current?.pause();
    sound.current = null;
    setPlaying(false);
  };
  useEffect(() => () => sound.current?.pause(), []);

  const play = (): void => {
    player.current?.pause();
    const audio = new Audio(url);
    audio.currentTime = start;
    sound.current = audio;
    audio.addEventListener('ended', stop);
    audio.addEventListener('error', () => {
      if (sound.current !== audio) return;
      stop();
      toast({
        title: 'Playback Failed',
        description: 'Your browser can’t play this music. It may still work in the film.',
        variant: 'destructive',
      });
    });
    setPlaying(true);
    audio.play().catch(() => {
      if (sound.current === audio) setPlaying(false);
    });
  };
  return { state: isPlaying ? 'playing' : 'idle', run: null, press: isPlaying ? stop : play };
}
