import { normalise } from '#contract/normalise.ts';
import type { Gender, Language } from '#contract/primitives.ts';

export interface SpeakInput {
  /** Plain text: markup in it is read out as text. */
  text: string;
  language: Language;
  gender: Gender;
  /** One of the engine's speakers; absent, the first of the gender. */
  speaker?: string | undefined;
  /** 1 is the voice's normal pace, 1.1 a tenth faster; limited to 1 to 1.1. */
  speed: number;
  /** Where the WAV file (16 bit PCM, mono) is written. */
  outFile: string;
  signal?: AbortSignal | undefined;
}

/** Somebody with whose voice an engine speaks. */
export interface Speaker {
  /** Unique among all engines. */
  id: string;
  /** For people. */
  name: string;
  gender: Gender;
  /** Absent: every language of the engine. */
  languages?: readonly Language[];
}

/** Speaks texts. Every implementation passes tests/contract/engines/voices.test.ts. */
export interface Voice {
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  /** The licence under which its recordings are used. */
  readonly licence: string;
  readonly speakers: readonly Speaker[];
  /** Changes whenever the same text may sound different: it is part of artifact keys. */
  readonly version: string;
  readonly languages: readonly Language[];
  /** False for a text in letters that it cannot read; absent for a voice that reads all. */
  reads?(text: string): boolean;
  /** Whether it reads English words within a text of another language; otherwise they are written in its script. */
  readonly readsLatin: boolean;
  /** A sentence about what is missing, or null when the voice can be used. */
  unavailable(): Promise<string | null>;
  /**
   * Speaks a text into outFile. A text without speakable parts gives a file of almost no length.
   * @returns the sound's length in whole milliseconds
   * @throws the signal's reason when aborted; EngineUnavailableError; EngineFailedError.
   */
  speak(input: SpeakInput): Promise<{ durationMs: number }>;
}

const SPEED = { min: 1, max: 1.1 };

/** Limits a speed to the range of narrations; an invalid number counts as 1. */
export function clampSpeed(speed: number): number {
  return Number.isFinite(speed) ? Math.min(SPEED.max, Math.max(SPEED.min, speed)) : SPEED.min;
}

/**
 * The text for engines: without control characters, broken or private code points. Joiners stay: Bengali and Hindi need
 * them.
 */
export function plainText(text: string): string {
  return Buffer.from(normalise(text, 'NFC'), 'utf8')
    .toString('utf8')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\p{Co}\p{Cn}\uFFFD\uFEFF]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** One male and one female speaker, for engines that know no more. */
export const oneOfEach = (engine: string, title: string): Speaker[] =>
  (['female', 'male'] as const).map((gender) => ({
    id: `${engine}-${gender}`,
    name: `${title}, ${gender}`,
    gender,
  }));
