import type { Language } from '#contract/primitives.ts';
import type { FilmJoin } from '#film/transitions/transitions.ts';
import type { Cue } from '#film/captions/cues.ts';
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
  /** For music, the credit that its creator requires. */
  license: string | null;
  /** The page of a video from another site. */
  link: string | null;
  /** Its length in frames of the film; `null` for an image. */
  frames: number | null;
  /** In pixels; `null` for an image and for music. */
  size: { width: number; height: number } | null;
  /** Its own frames per second as a fraction, such as "30000/1001"; `null` for an image and for music. */
  frameRate: string | null;
  hasSound: boolean;
  /** Where its own timecode starts; omitted if it starts at 0 or the file has none. */
  timecode?: StartTimecode;
}

/** What a person says before another one speaks. */
export interface Turn {
  /** `null` if unknown. */
  speaker: string | null;
  text: string;
}

/**
 * A section in the film, or a part of one between its cuts. All fields with `frame` in their names count
 * frames of the film.
 */
export interface TimelineClip {
  title: string;
  /** Its spoken or narrated text; empty without a text. */
  text: string;
  /** The same text by speaker, in order; empty if no speaker is known. */
  turns: readonly Turn[];
  /** `null` for a title card. */
  media: TimelineMedia | null;
  /** The clip's start and length in the film. */
  startFrame: number;
  frames: number;
  /** The clip's start in its media. */
  sourceFrame: number;
  /** The number of its moving frames. Its last frame is held for the rest. */
  movingFrames: number;
  /** The transition to the next clip, with the cut in its middle; `null` for none. */
  join: FilmJoin | null;
  /** The speed of its video; 1 is its own. */
  speed: number;
  sound: 'original' | 'narrated' | 'muted' | 'none';
  /** The narration's position in the film; `null` without one. */
  narration: { startFrame: number; frames: number } | null;
  /** Whether its narration is not recorded yet, so that its length is an estimate. */
  estimated: boolean;
}

/** The film's music. All fields with `frame` in their names count frames of the film. */
export interface TimelineMusic {
  title: string;
  media: TimelineMedia;
  /** Relative to its file's own level, at its start. */
  volumeDb: number;
  /** How long it fades to silence at the film's end. */
  fadeOutFrames: number;
  /** Whether it is lowered under speech, which no exported file can express. */
  ducked: boolean;
  /** The crossfade between two repetitions. A repetition ends in its middle. */
  crossfadeFrames: number;
  /** The repetitions, from the film's start to its end; more than one if the music is shorter. */
  turns: { startFrame: number; frames: number; sourceFrame: number }[];
}

/** A film as data, from which every format is written. */
export interface Timeline {
  title: string;
  language: Language;
  width: number;
  height: number;
  /** Frames per second, a whole number. */
  frameRate: number;
  frames: number;
  media: TimelineMedia[];
  clips: TimelineClip[];
  /** `null` without music. */
  music: TimelineMusic | null;
  /** Times are in ms of the film. */
  cues: Cue[];
}

/** Returns a clip's first frame of its media that is no longer played. */
export const sourceEnd = ({ sourceFrame, movingFrames, speed }: TimelineClip): number =>
  sourceFrame + Math.max(1, Math.round(movingFrames * speed));

/** Returns the first frame of a file by its own timecode, in frames of the film. */
export const firstFrame = (media: TimelineMedia | null): number => media?.timecode?.frames ?? 0;

/** Returns how long a clip's last frame is held, in frames. */
export const frozenFrames = ({ frames, movingFrames }: TimelineClip): number => frames - movingFrames;

/** Formats hh:mm:ss:ff at whole frames per second, which is never drop-frame. */
export function timecode(frame: number, frameRate: number): string {
  const seconds = Math.floor(frame / frameRate);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % frameRate];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns what an editor must set by hand for the music, since no format supports all of its settings. */
export function musicNotes({ volumeDb, fadeOutFrames, ducked }: TimelineMusic, frameRate: number): string[] {
  return [
    `level ${volumeDb.toFixed(1)} dB`,
    ...(fadeOutFrames > 0 ? [`fade out ${(fadeOutFrames / frameRate).toFixed(1)} s`] : []),
    ...(ducked ? ['lower under speech'] : []),
  ];
}
