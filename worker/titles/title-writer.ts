import type { EngineLog } from '../transcribers/transcriber.ts';

/** What a title is about. */
export interface TitleSubject {
  /** The speech; empty without any that an engine heard well. */
  text: string;
  /** The places, from 0, of its words that may be misheard: no title has them. */
  unsure?: ReadonlySet<number>;
  /** True when the text is that of subtitles, which were written by a person. */
  carried?: boolean;
  videoTitle: string;
  /** Number of this section in its video, from 1. */
  part: number;
  /** How many sections its video has. */
  parts: number;
}

/** In UTF-16 code units, as the contract counts. */
export const TITLE_MAX_CHARACTERS = 64;
export const TITLE_WORDS = { min: 3, max: 9 };

export interface WriteOptions {
  signal?: AbortSignal | undefined;
  log?: EngineLog | undefined;
}

/** Writes sections' titles: of 3 to 9 words where possible, at most 64 characters. */
export interface TitleWriter {
  readonly id: string;
  /** Changes whenever the same text may get another title: it is part of artifact keys. */
  readonly version: string;
  /**
   * All sections of a project at once, so that their titles differ.
   * @returns one title for each subject, in order; none is empty
   * @throws the signal's reason when aborted
   */
  write(subjects: readonly TitleSubject[], options?: WriteOptions): Promise<string[]>;
}
