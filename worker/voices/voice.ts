import { normalise } from '#text/letters/normalise.ts';
import type { Gender, Language } from '#contract/primitives.ts';

export interface SpeakInput {
  /** Plain text. Markup in it is read aloud as text. */
  text: string;
  language: Language;
  gender: Gender;
  /** One of the engine's speakers; by default the first one of the gender. */
  speaker?: string | undefined;
  /** 1 is the voice's normal pace, 1.1 is a tenth faster. Limited to 1 to 1.1. */
  speed: number;
  /** The WAV file to write (16-bit PCM, mono). */
  outFile: string;
  signal?: AbortSignal | undefined;
}

/** A speaker of an engine. */
export interface Speaker {
  /** Unique among all engines. */
  id: string;
  /** The name on the page. */
  name: string;
  gender: Gender;
  /** By default, every language of the engine. */
  languages?: readonly Language[];
}

/** Speaks texts. Every implementation passes tests/contract/engines/voices.test.ts. */
export interface Voice {
  readonly id: string;
  /** Its name on the page. */
  readonly title: string;
  /** The licence under which its recordings are used. */
  readonly licence: string;
  readonly speakers: readonly Speaker[];
  /** Changes whenever the same text may sound different. Part of artifact keys. */
  readonly version: string;
  readonly languages: readonly Language[];
  /** Whether it can read the letters of a text; absent for a voice that reads all. */
  reads?(text: string): boolean;
  /**
   * Whether it reads English words within a text of another language. Otherwise they are written in its
   * script.
   */
  readonly readsLatin: boolean;
  /** Returns a sentence about what is missing, or `null` if the voice can be used. */
  unavailable(): Promise<string | null>;
  /**
   * Speaks a text into outFile. A text without speakable parts gives a file of almost no length.
   * @returns the audio's length in whole milliseconds
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError
   */
  speak(input: SpeakInput): Promise<{ durationMs: number }>;
}

const SPEED = { min: 1, max: 1.1 };

/** Limits a speed to the range of narrations. An invalid number counts as 1. */
export function clampSpeed(speed: number): number {
  return Number.isFinite(speed) ? Math.min(SPEED.max, Math.max(SPEED.min, speed)) : SPEED.min;
}

/**
 * Returns the text for engines: without control characters, broken or private code points. Joiners stay,
 * since Bengali and Hindi need them.
 */
export function plainText(text: string): string {
  return Buffer.from(normalise(text, 'NFC'), 'utf8')
    .toString('utf8')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\p{Co}\p{Cn}\uFFFD\uFEFF]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** Returns one male and one female speaker, for engines without further speakers. */
export const oneOfEach = (engine: string, title: string): Speaker[] =>
  (['female', 'male'] as const).map((gender) => ({
    id: `${engine}-${gender}`,
    name: `${title}, ${gender}`,
    gender,
  }));
