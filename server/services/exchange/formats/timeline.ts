import type { Language } from '#contract/primitives.ts';
import type { FilmJoin } from '#contract/transitions.ts';
import type { Cue } from '#core/subtitles/cues.ts';
import type { StartTimecode } from './start-timecode.ts';

/** A file that the film shows or plays. */
export interface TimelineMedia {
  /** "M001": its reel in an EDL, and its line in the media list. */
  reel: string;
  kind: 'video' | 'image' | 'audio';
  /** Its name in every exported file, unique in the timeline. */
  fileName: string;
  title: string;
  channel: string | null;
  /** Of music what its creator wants to be named for it. */
  license: string | null;
  /** The page of a video from elsewhere. */
  link: string | null;
  /** Its length in frames of the film; null for an image. */
  frames: number | null;
  /** In pixels; null for an image and for music. */
  size: { width: number; height: number } | null;
  /** Its own frames a second as a fraction, such as "30000/1001"; null for an image and for music. */
  frameRate: string | null;
  hasSound: boolean;
  /** Where its own timecode starts; omitted if it starts at 0 or has none. */
  timecode?: StartTimecode;
}

/** What somebody says before another one speaks. */
export interface Turn {
  /** Null where nothing tells. */
  speaker: string | null;
  text: string;
}

/** One section in the film, or a part of one between its cuts. Everything that is called frames is counted in frames of the film. */
export interface TimelineClip {
  title: string;
  /** What is said or read; empty without a text. */
  text: string;
  /** The same by who says it, in order; empty where nothing tells. */
  turns: readonly Turn[];
  /** Null is a title card. */
  media: TimelineMedia | null;
  /** Where it starts in the film, and how long it lasts there. */
  startFrame: number;
  frames: number;
  /** Where it starts in its media. */
  sourceFrame: number;
  /** How many of its frames move; its last picture stands for the rest. */
  movingFrames: number;
  /** The transition to the next clip, whose cut is its middle; null for none. */
  join: FilmJoin | null;
  /** The speed of its picture, 1 being its own. */
  speed: number;
  sound: 'original' | 'narrated' | 'muted' | 'none';
  /** The narration's place in the film; null without one. */
  narration: { startFrame: number; frames: number } | null;
  /** True while its narration is not recorded: its length follows from the text. */
  estimated: boolean;
}

/** The film's music. Everything that is called frames is counted in frames of the film. */
export interface TimelineMusic {
  title: string;
  media: TimelineMedia;
  /** From its file's own level, at its start. */
  volumeDb: number;
  /** How long it falls to silence at the film's end. */
  fadeOutFrames: number;
  /** It becomes lower while somebody speaks, which no exported file says by itself. */
  ducked: boolean;
  /** The crossfade from one turn into the next one; a turn ends in its middle. */
  crossfadeFrames: number;
  /** One after the other from the film's start to its end; more than one where the music is shorter. */
  turns: { startFrame: number; frames: number; sourceFrame: number }[];
}

/** A film as data: what every format is written from. */
export interface Timeline {
  title: string;
  language: Language;
  width: number;
  height: number;
  /** Frames a second; a whole number. */
  frameRate: number;
  frames: number;
  media: TimelineMedia[];
  clips: TimelineClip[];
  /** Null without. */
  music: TimelineMusic | null;
  /** Times in ms of the film. */
  cues: Cue[];
}

/** A clip's first frame of its media that no longer plays. */
export const sourceEnd = ({ sourceFrame, movingFrames, speed }: TimelineClip): number =>
  sourceFrame + Math.max(1, Math.round(movingFrames * speed));

/** The first frame of a file by its own timecode, in frames of the film. */
export const firstFrame = (media: TimelineMedia | null): number => media?.timecode?.frames ?? 0;

/** How long a clip's last picture stands, in frames. */
export const frozenFrames = ({ frames, movingFrames }: TimelineClip): number => frames - movingFrames;

/** hh:mm:ss:ff at whole frames a second, which is never drop-frame. */
export function timecode(frame: number, frameRate: number): string {
  const seconds = Math.floor(frame / frameRate);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % frameRate];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** What an editor sets by hand for the music: no format has all of it. */
export function musicNotes({ volumeDb, fadeOutFrames, ducked }: TimelineMusic, frameRate: number): string[] {
  return [
    `level ${volumeDb.toFixed(1)} dB`,
    ...(fadeOutFrames > 0 ? [`fade out ${(fadeOutFrames / frameRate).toFixed(1)} s`] : []),
    ...(ducked ? ['lower under speech'] : []),
  ];
}
