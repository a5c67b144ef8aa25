import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Span } from './chunks.ts';

/** The part of a logger that engines use. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface TranscribeInput {
  /** A WAV file: 16 kHz, mono, signed 16-bit. */
  wavPath: string;
  /** Its spans of speech, in order of time, without overlaps. Nothing else is transcribed. */
  speech: readonly Span[];
  /** The spoken language, ISO 639-1; `undefined` if unknown. */
  language?: string | undefined;
  /** An existing folder for temporary files of the engine. */
  workDir: string;
  /** The processor threads that it may use; all by default. */
  threads?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the completed part, 0 to 1. It never decreases. */
  onProgress?: ((fraction: number) => void) | undefined;
  log?: EngineLog | undefined;
}

export interface Transcription {
  /** The ISO 639-1 code of the recognised speech, e.g. "en". */
  language: string;
  /**
   * In order of time, without overlaps, inside the spans of speech; texts without surrounding white space.
   */
  words: TranscriptWord[];
}

/** Converts speech to text. Every implementation passes tests/contract/engines/transcribers.test.ts. */
export interface Transcriber {
  readonly id: string;
  /** Changes whenever the same audio may give other words. Part of artifact keys. */
  readonly version: string;
  /** ISO 639-1 codes of the languages that it recognises; "*" for many. */
  readonly languages: readonly string[];
  /**
   * Whether it finds its own language in any speech, with many errors. Its words are then judged, and the
   * page mentions the errors.
   */
  readonly rough: boolean;
  /** Returns a sentence about what is missing, or `null` if the engine can be used. */
  unavailable(): Promise<string | null>;
  /** @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError */
  transcribe(input: TranscribeInput): Promise<Transcription>;
}

/** Returns the engine's name in Transcript.engine and artifact keys, e.g. "pocketsphinx@5prealpha.1". */
export function engineName(engine: { id: string; version: string }): string {
  return `${engine.id}@${engine.version}`;
}
