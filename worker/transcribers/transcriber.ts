import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Span } from './chunks.ts';

/** The part of a logger that engines use. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TranscribeInput {
  /** A WAV file: 16 kHz, mono, signed 16 bit. */
  wavPath: string;
  /** Where somebody speaks in it, in order of time, not overlapping: nothing else is heard. */
  speech: readonly Span[];
  /** The language that is spoken, ISO 639-1; undefined when unknown. */
  language?: string | undefined;
  /** An existing folder for files that the engine needs meanwhile. */
  workDir: string;
  /** The processor's threads that it may use; all of them when omitted. */
  threads?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with 0 to 1, never decreasing. */
  onProgress?: ((fraction: number) => void) | undefined;
  log?: EngineLog | undefined;
}

export interface Heard {
  /** ISO 639-1 code of the recognised speech, e.g. "en". */
  language: string;
  /** In order of time, not overlapping, inside the stretches of speech; texts without surrounding white space. */
  words: TranscriptWord[];
}

/** Speech to text. Every implementation passes tests/contract/engines/transcribers.test.ts. */
export interface Transcriber {
  readonly id: string;
  /** Changes whenever the same sound may give other words: it is part of artifact keys. */
  readonly version: string;
  /** ISO 639-1 codes of the languages that it recognises; "*" for many. */
  readonly languages: readonly string[];
  /**
   * True for one that hears its own language in every speech, with many errors: its words are judged, and the page says
   * that it is rough.
   */
  readonly rough: boolean;
  /** A sentence about what is missing, or null when the engine can be used. */
  unavailable(): Promise<string | null>;
  /**
   * @throws the signal's reason when aborted; EngineUnavailableError; EngineFailedError.
   */
  transcribe(input: TranscribeInput): Promise<Heard>;
}

/** The engine's name in Transcript.engine and artifact keys, e.g. "pocketsphinx@5prealpha.1". */
export function engineName(engine: { id: string; version: string }): string {
  return `${engine.id}@${engine.version}`;
}
