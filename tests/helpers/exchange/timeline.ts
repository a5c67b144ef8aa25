import type { MusicSnapshot } from '#contract/jobs/generation.ts';
import { MUSIC_DEFAULTS } from '#contract/music.ts';
import type { Timeline, TimelineMedia } from '../../../server/services/exchange/formats/timeline.ts';

/** A title with characters that formats use as syntax, as a creator may type it. */
export const HOSTILE = '=1+1 <b>&"\'\u202Egpj.exe\u0001 ]]> --> নদী 👩‍🌾';

const RIVER: TimelineMedia = {
  reel: 'M001',
  kind: 'video',
  fileName: 'The river [abc].mp4',
  title: 'The river',
  channel: 'Nature & Co',
  license: 'CC BY 3.0',
  link: 'https://videos.test/watch?v=abc&t=1',
  frames: 1800,
  size: { width: 1280, height: 720 },
  frameRate: '25/1',
  hasSound: true,
};
const PICTURE: TimelineMedia = {
  ...RIVER,
  reel: 'M002',
  kind: 'image',
  fileName: 'lotus.png',
  title: 'lotus.png',
  channel: null,
  license: null,
  link: null,
  frames: null,
  size: null,
  frameRate: null,
  hasSound: false,
};

/**
 * A film of 30 frames per second: a card, a section at normal speed, one at double speed, one that is
 * narrated, slowed and ends with a still, and an image.
 */
export function makeTimeline(title = 'A film'): Timeline {
  const [river, picture] = [{ ...RIVER }, { ...PICTURE }];
  const usual = {
    text: '',
    turns: [],
    speed: 1,
    sourceFrame: 0,
    narration: null,
    estimated: false,
    join: null,
  } as const;
  return {
    title,
    language: 'en',
    width: 1920,
    height: 1080,
    frameRate: 30,
    frames: 960,
    media: [river, picture],
    clips: [
      { ...usual, title, media: null, startFrame: 0, frames: 90, movingFrames: 90, sound: 'none' },
      {
        ...usual,
        title: 'Own speed',
        text: `It begins small.\n${title}`,
        media: river,
        startFrame: 90,
        frames: 300,
        movingFrames: 300,
        sourceFrame: 300,
        sound: 'original',
      },
      {
        ...usual,
        title: 'Twice as fast',
        media: river,
        startFrame: 390,
        frames: 150,
        movingFrames: 150,
        sourceFrame: 601,
        speed: 2,
        sound: 'muted',
      },
      {
        ...usual,
        title: 'Narrated',
        text: 'It is read aloud.',
        media: river,
        startFrame: 540,
        frames: 330,
        movingFrames: 320,
        sourceFrame: 901,
        speed: 0.9375,
        sound: 'narrated',
        narration: { startFrame: 545, frames: 320 },
      },
      {
        ...usual,
        title: 'Lotus',
        media: picture,
        startFrame: 870,
        frames: 90,
        movingFrames: 90,
        sound: 'none',
      },
    ],
    music: null,
    cues: [
      { startMs: 3200, endMs: 4800, lines: ['It begins small.'] },
      { startMs: 18_150, endMs: 20_000, lines: ['It is read', 'aloud --> <now>.'] },
    ],
  };
}

/** The music's file, of 10 s. */
export const SONG: TimelineMedia = {
  ...PICTURE,
  reel: 'M003',
  kind: 'audio',
  fileName: 'Dawn.mp3',
  title: 'Dawn',
  license: 'by Ann, CC BY 4.0',
  frames: 300,
  hasSound: true,
};

/** The properties of the music that a film needs; its file has 10 s. */
export const SONG_SNAPSHOT: MusicSnapshot = {
  ...MUSIC_DEFAULTS,
  title: 'Dawn',
  sha256: 'c',
  fetchKey: 'c',
  volume: 0.5,
  gainDb: -4,
  durationMs: 10_000,
};
