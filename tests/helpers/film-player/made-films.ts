import { UNFRAMED } from '#contract/placement.ts';
import { CUT, type ChosenTransition } from '#film/transitions/transitions.ts';
import { FilmEngine } from '../../../client/src/components/player/film/engine.ts';
import {
  type Clip,
  type FilmPart,
  layOut,
} from '../../../client/src/components/player/film/timeline/timeline.ts';
import { MadeVideo, stubBrowser } from './made-videos.ts';

/** Handles of one second at either end: the same shot, and audio without words. */
export const FREE = { handleMs: 1000, insideMs: 1000, outsideMs: 1000 };

export const crossfade = (transitionSeconds = 1): ChosenTransition => ({
  transition: 'crossfade',
  transitionSeconds,
});
export const dip = (transitionSeconds = 1): ChosenTransition => ({ transition: 'dip', transitionSeconds });
export const plays = (from: number, length: number): Clip => ({ length, from, rate: 1 });
export const held = (from: number, length: number): Clip => ({ length, from, rate: 0 });
export const part = (src: string | null, transition: ChosenTransition, ...clips: Clip[]): FilmPart => ({
  id: src ?? 'card',
  src,
  clips,
  sound: { own: 1, under: 1, fade: () => 1, narration: null },
  placement: UNFRAMED,
  transition,
  edges: { start: FREE, end: FREE },
});
/** 4 s of a, crossfaded for 1 s into 4 s of b, which dips for 1 s into 3 s of c. */
export const FILM = [
  part('a', crossfade(), plays(10, 4)),
  part('b', dip(), plays(20, 4)),
  part('c', CUT, plays(5, 3)),
];

/** Creates an engine with three videos and a film. `voices` play its narrations. */
export function openEngine(parts: FilmPart[]) {
  const time = stubBrowser();
  const engine = new FilmEngine();
  const voices = MadeVideo.made.filter(({ src }) => src === '');
  const videos = [new MadeVideo(), new MadeVideo(), new MadeVideo()];
  const layers = videos.map((video) => ({ layer: video.layer, video }));
  engine.attach(layers as unknown as Parameters<FilmEngine['attach']>[0]);
  engine.setTimeline(layOut(parts));
  const clock = () => engine.clock.getState();
  /** Returns what is visible and audible: each file's second, its opacity and its gain. */
  const seen = () =>
    videos
      // A video that plays before its turn is in front of all, and too faint to be visible.
      .filter(({ layer }) => Number(layer.style['zIndex']) >= 3 && layer.style['zIndex'] !== '9')
      .toSorted((a, b) => Number(a.layer.style['zIndex']) - Number(b.layer.style['zIndex']))
      .map(({ src, currentTime, layer, gain, paused }) => ({
        src,
        second: currentTime,
        opacity: Number(layer.style['opacity']),
        gain: gain.value,
        paused,
      }));
  return { time, engine, videos, voices, clock, seen };
}
