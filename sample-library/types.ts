/** A sample video's contents: shots, each a stack of drawn layers that move, and the lines spoken over it. */

/** The drawing area in design units; a video of any size scales it. */
export interface Stage {
  w: number;
  h: number;
}

export const LANDSCAPE: Stage = { w: 1280, h: 720 };
export const PORTRAIT: Stage = { w: 720, h: 1280 };

/**
 * One picture (or a short loop of pictures) on the stage. `dx` and `dy` are ffmpeg expressions of `t`, in
 * design units.
 */
export interface Layer {
  x: number;
  y: number;
  w: number;
  h: number;
  /** SVG elements; a list is a loop of frames. */
  body: string | string[];
  framesPerSecond?: number;
  dx?: string;
  dy?: string;
}

export interface Shot {
  /** Sentences, spoken in order; the shot lasts as long as they do. */
  lines: string[];
  /** The minimum length; the only length of a shot without words. */
  seconds: number;
  /** Bottom first; the first layer covers the stage. */
  layers: Layer[];
}

/** A shot; `text` contains its sentences, or nothing. */
export const shot = (seconds: number, text: string, layers: Layer[]): Shot => ({
  lines: text === '' ? [] : text.split(/(?<=[.?!।]) /),
  seconds,
  layers,
});

/** One of flite's, which speak English, or one of espeak-ng's: a language and a variant. */
export type Voice = 'rms' | 'slt' | 'awb' | { espeak: string };

/** Where the subtitles are: a stream inside the MP4, or a WebVTT file beside it. */
export interface Subtitles {
  language: 'hi' | 'bn';
  place: 'inside' | 'beside';
}

export interface Video {
  slug: string;
  title: string;
  description: string;
  channel: string;
  tags: string[];
  width: number;
  height: number;
  /** Frames per second as a fraction. */
  rate: [number, number];
  stage: Stage;
  sound: { kind: 'speech'; voice: Voice; wind?: boolean } | { kind: 'music' } | { kind: 'none' };
  subtitles?: Subtitles;
  /** The shot of the thumbnail. */
  coverShot: number;
  shots: Shot[];
}
