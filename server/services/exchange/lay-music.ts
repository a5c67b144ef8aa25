import { msToFrames } from '#film/frames.ts';
import type { MusicSnapshot } from '#contract/jobs/generation.ts';
import { loopCrossfadeMs } from '#film/sound/music-sound.ts';
import type { TimelineMedia, TimelineMusic } from './formats/timeline.ts';

/** The level of silence, in dB. */
const SILENCE_DB = -96;

/**
 * Places the music under a film with this many frames: as the film plays it, repeated with crossfades or cut
 * to its length.
 */
export function layMusic(
  music: MusicSnapshot,
  media: TimelineMedia,
  { frames, frameRate }: { frames: number; frameRate: number },
): TimelineMusic {
  const at = (ms: number) => msToFrames(ms, frameRate);
  const startMs = music.start * 1000;
  const ownMs = Math.max(1, music.durationMs - startMs);
  const isRepeated = at(ownMs) < frames;
  const overMs = isRepeated ? loopCrossfadeMs(ownMs) : 0;
  const turns: TimelineMusic['turns'] = [];
  for (let startFrame = 0; startFrame < frames;) {
    const count = turns.length + 1;
    const end = isRepeated ? at(ownMs * count - overMs * (count - 0.5)) : frames;
    const until = Math.min(frames, Math.max(startFrame + 1, end));
    const sourceFrame = at(startMs + (turns.length > 0 ? overMs / 2 : 0));
    turns.push({ startFrame, frames: until - startFrame, sourceFrame });
    startFrame = until;
  }
  return {
    title: media.title,
    media,
    volumeDb: music.volume === 0 ? SILENCE_DB : music.gainDb + 20 * Math.log10(music.volume),
    fadeOutFrames: Math.min(frames, at(music.fadeOut * 1000)),
    ducked: music.ducked,
    crossfadeFrames: at(overMs),
    turns,
  };
}
