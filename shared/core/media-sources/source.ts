import type { DurationFilter } from '#contract/videos.ts';
import type { KeyPart } from '../storage/artifact-store.ts';
import type { FoundVideo, VideoRow } from '../repositories/videos.ts';

export interface SourceQuery {
  query: string;
  duration: DurationFilter | undefined;
  /** Where the page before ended, as the source said; null for the first page. */
  cursor: string | null;
}

/** So many hits as a source gives at a time: none may be a page in the middle, when a filter left nothing over. */
export interface SourcePage {
  videos: FoundVideo[];
  /** The next page's cursor; null when this is the last. */
  next: string | null;
  /** How many there are in all, as the source counts or guesses; null when it does not tell. */
  total: number | null;
}

/** How much of a file came, and how long it is, in bytes; null while that is not told. */
export type OnFetched = (bytes: number, total: number | null) => void;

/** Where a video's media is fetched from. */
export interface MediaFetcher {
  /** Of the rows of `videos` that it knows how to fetch: their `source`. */
  id: string;
  /** What was fetched this lately is used without asking whether it is still the same, in ms; 0 when not given. */
  freshMs?: number;
  /** What tells this version of the video's file from another, for the fetch's artifact key. */
  revision(video: VideoRow, signal: AbortSignal): Promise<KeyPart[]>;
  /**
   * Brings the video's file into a folder.
   * @returns its name in that folder.
   * @throws StepError with a sentence for the creator when it cannot be had, ever or now.
   */
  fetch(video: VideoRow, dir: string, signal: AbortSignal, onProgress: OnFetched): Promise<string>;
  /** Brings the files of subtitles that belong to the video into the folder; absent where a source knows none. */
  fetchSubtitles?(video: VideoRow, dir: string): Promise<{ fileName: string; language: string | null }[]>;
}

/** Where videos are found too; `id` is the API's `source`. */
export interface MediaSource extends MediaFetcher {
  /** What the page's filter shows. */
  name: string;
  /** True when it is a stand-in on this machine that is asked. */
  standIn: boolean;
  /** Tells its videos of now from those of another time; absent where only searching tells. */
  version?(): Promise<string>;
  /** @throws SourceError; the signal's reason when aborted */
  search(query: SourceQuery, signal: AbortSignal): Promise<SourcePage>;
}
