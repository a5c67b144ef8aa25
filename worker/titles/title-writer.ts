import type { EngineLog } from '../transcribers/transcriber.ts';

/** The subject of a title. */
export interface TitleSubject {
  /** The speech; empty if no engine recognised it reliably. */
  text: string;
  /** The positions, from 0, of its words that may be misrecognised. Titles do not contain them. */
  unsure?: ReadonlySet<number>;
  /** Whether the text is from subtitles, which a person wrote. */
  carried?: boolean;
  videoTitle: string;
  /** The number of this section in its video, from 1. */
  part: number;
  /** The number of sections of its video. */
  parts: number;
}

/** In UTF-16 code units, as in the contract. */
export const TITLE_MAX_CHARACTERS = 64;
export const TITLE_WORDS = { min: 3, max: 9 };

export interface WriteOptions {
  signal?: AbortSignal | undefined;
  log?: EngineLog | undefined;
}

/** Writes sections' titles: of 3 to 9 words where possible, at most 64 characters. */
export interface TitleWriter {
  readonly id: string;
  /** Changes whenever the same text may get another title. Part of artifact keys. */
  readonly version: string;
  /**
   * Titles all sections of a project together, so that the titles differ.
   * @returns one title for each subject, in order; none is empty
   * @throws the signal's reason if aborted
   */
  write(subjects: readonly TitleSubject[], options?: WriteOptions): Promise<string[]>;
}
