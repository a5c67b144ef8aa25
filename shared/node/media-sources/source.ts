import type { DurationFilter } from '#contract/videos.ts';
import type { KeyPart } from '../storage/artifact-store.ts';
import type { FoundVideo, VideoRow } from '../repositories/videos.ts';

export interface SourceQuery {
  query: string;
  duration: DurationFilter | undefined;
  /** How many hits to leave out, and how many to give at most. */
  offset: number;
  limit: number;
}

/** Where videos are found and fetched from. A new one is a file beside this and a line in the registry. */
export interface MediaSource {
  /** The value of `source` in the API. */
  id: string;
  /** What the page's filter shows. */
  name: string;
  search(query: SourceQuery, signal: AbortSignal): Promise<FoundVideo[]>;
  /** What tells this version of the video's file from another, for the fetch's artifact key. */
  revision(video: VideoRow): Promise<KeyPart[]>;
  /**
   * Brings the video's file into a folder.
   * @returns its name in that folder.
   * @throws FinalStepError with a sentence for the creator when it cannot be had.
   */
  fetch(
    video: VideoRow,
    dir: string,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<string>;
  /** Brings the files of subtitles that belong to the video into the folder; absent where a source knows none. */
  fetchSubtitles?(video: VideoRow, dir: string): Promise<{ fileName: string; language: string | null }[]>;
}
