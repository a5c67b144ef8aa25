import {
  type Excerpt,
  type NonDefaults,
  type TimeBudget,
  nonDefaultSchema,
  excerptSchema,
} from '#contract/excerpt.ts';
import { type Placement, placementSchema } from '#contract/placement.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import { type CutRange, cutMs, cutsWithin } from './cuts.ts';
import { FILM_FRAME_RATE, framesToMs, msToFrames, msToFramesUp } from '../frames.ts';
import { isSameSetting } from '../section-settings.ts';

/** Returns the excerpt of its source that a section plays. Only a video has speed, volume, fades and cuts. */
export function excerptOf(
  { startMs, endMs, speed, volume, fadeIn, fadeOut, cuts }: Excerpt,
  media: Section['media'],
): Excerpt {
  return media === 'video'
    ? { startMs, endMs, speed, volume, fadeIn, fadeOut, cuts }
    : { startMs, endMs, speed: 1, volume: 1, fadeIn: 0, fadeOut: 0, cuts: [] };
}

/** Returns the length of the source that an excerpt plays, in ms. */
export const excerptMs = (range: CutRange): number => range.endMs - range.startMs - cutMs(range);

/** Returns the length of an excerpt in the film, in ms. */
export const lengthMs = (excerpt: Excerpt): number => Math.round(excerptMs(excerpt) / excerpt.speed);

/**
 * Returns the time in the film of a moment of the source, in ms from the section's start; for a moment in a
 * cut, the time of the cut.
 */
export const sinceStart = ({ speed, ...excerpt }: Excerpt, sourceMs: number): number => {
  const before = cutMs({ ...excerpt, cuts: cutsWithin(excerpt), endMs: sourceMs });
  return Math.round((sourceMs - excerpt.startMs - before) / speed);
};

/** Returns the length of the source that plays in this many ms of the film, in ms. */
export const sourceMs = ({ speed }: Excerpt, filmMs: number): number => filmMs * speed;

/**
 * Returns the gain of faded audio at a moment, 0 to 1, relative to its volume. `at` is the time since its
 * start and `length` its length, both in seconds of the film.
 */
export function fadeGain(
  at: number,
  length: number,
  { fadeIn, fadeOut }: Pick<Excerpt, 'fadeIn' | 'fadeOut'>,
): number {
  const part = (since: number, fade: number) => {
    const lasts = Math.min(fade, length);
    return lasts > 0 ? Math.max(0, Math.min(1, since / lasts)) : 1;
  };
  return part(at, fadeIn) * part(length - at, fadeOut);
}

/** The longest image or title card, in ms. */
export const STILL_MAX_MS = 600_000;

/** A voice's reading speed, in characters per second, for estimating lengths before the narration is made. */
const SPEAKING_RATE = 14;
/**
 * A narration starts this long after its section starts, and the section ends this long after the narration,
 * in ms.
 */
export const NARRATION_LEAD_MS = 150;
export const NARRATION_TAIL_MS = 150;
/** Both together, in ms. */
export const AROUND_MS = NARRATION_LEAD_MS + NARRATION_TAIL_MS;
/** The highest speed requested from a voice; 1 is its own pace. */
export const MAX_SPEED = 1.1;
/** The highest speed at which a recording is played. */
export const MAX_TEMPO = 1.2;

/** The words that a voice speaks per second, at its reading speed. */
const WORDS_PER_SECOND: Record<Language, number> = { en: 2.4, hi: 2.6, bn: 2.1 };

/**
 * Returns how much can be spoken while an excerpt plays. In whole seconds, so that a trim by one frame needs
 * no other translation.
 */
export function timeBudget(excerpt: Excerpt, language: Language): TimeBudget {
  const seconds = Math.max(1, Math.floor((lengthMs(excerpt) - AROUND_MS) / 1000));
  return { seconds, words: Math.max(1, Math.floor(seconds * WORDS_PER_SECOND[language])) };
}

/** Estimates how long a voice needs to read a text, in ms. `pace` is its own, in characters per second. */
export const readingMs = (text: string, pace = SPEAKING_RATE): number =>
  Math.round((text.trim().length / pace) * 1000);

/** Returns the fields that differ from their defaults, without the range, for artifact keys and steps. */
export function nonDefaultsOf(section: Excerpt & Placement): NonDefaults {
  const { startMs, endMs, ...playback } = {
    ...excerptSchema.parse(section),
    ...placementSchema.parse(section),
  };
  playback.cuts = cutsWithin({ startMs, endMs, cuts: playback.cuts });
  const usual: Record<string, unknown> = {
    ...excerptSchema.parse({ startMs, endMs }),
    ...placementSchema.parse({}),
  };
  return nonDefaultSchema.parse(
    Object.fromEntries(
      Object.entries(playback).filter(([name, value]) => !isSameSetting(value, usual[name])),
    ),
  );
}

interface Narrated {
  /** The length of the excerpt in the film, in ms. */
  sectionMs: number;
  /** The length of the recording, in ms. */
  narrationMs: number;
  /** The film's frames per second. */
  frameRate: number;
  /** An image or a title card, whose narration is never played faster. */
  still: boolean;
}

/** Returns the playback speed of a recording, 1 to 1.2, and the number of frames of its section. */
export function narratedLength({ sectionMs, narrationMs, frameRate, still }: Narrated): {
  tempo: number;
  frames: number;
} {
  let tempo = 1;
  if (!still && narrationMs + AROUND_MS > sectionMs) {
    const exactTempo = sectionMs > AROUND_MS ? narrationMs / (sectionMs - AROUND_MS) : MAX_TEMPO;
    tempo = Math.min(MAX_TEMPO, Math.ceil(exactTempo * 1000) / 1000);
  }
  const needed = msToFramesUp(narrationMs / tempo + AROUND_MS, frameRate);
  return { tempo, frames: Math.max(1, msToFrames(sectionMs, frameRate), needed) };
}

/**
 * Estimates a section's length in the film, in ms, before its narration is made. `text` is `null` if nothing
 * is narrated.
 */
export function estimatedLengthMs({
  excerpt,
  text,
  still,
}: Pick<Narrated, 'still'> & { excerpt: Excerpt; text: string | null }): number {
  const frameRate = FILM_FRAME_RATE;
  const sectionMs = lengthMs(excerpt);
  if (text === null) return framesToMs(Math.max(1, msToFrames(sectionMs, frameRate)), frameRate);
  return framesToMs(
    narratedLength({ sectionMs, narrationMs: readingMs(text), frameRate, still }).frames,
    frameRate,
  );
}
