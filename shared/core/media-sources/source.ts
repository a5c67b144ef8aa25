import type { DurationFilter, LicenseFilter } from '#contract/videos.ts';
import type { KeyPart } from '../lib/artifact-key.ts';
import type { FoundVideo, VideoRow } from '../repositories/media/videos.ts';

export interface SourceQuery {
  query: string;
  duration: DurationFilter | undefined;
  /** Only narrows what a source returns: the caller checks the licence of each hit. */
  license?: LicenseFilter | undefined;
  /** Where the previous page ended, as the source reported; `null` for the first page. */
  cursor: string | null;
}

/** A page of the source's own size. A page in the middle may be empty if a filter excluded all hits. */
export interface SourcePage {
  videos: FoundVideo[];
  /** The next page's cursor; `null` on the last page. */
  next: string | null;
  /** The source's total count or estimate; `null` if unknown. */
  total: number | null;
}

/** Receives how many bytes of a file have arrived, and its length; `null` if that is unknown. */
export type OnFetched = (bytes: number, total: number | null) => void;

/** Fetches the media of videos from one place. */
export interface MediaFetcher {
  /** The `source` of the rows of `videos` that it can fetch. */
  id: string;
  /** Media fetched this recently are reused without checking for changes, in ms; 0 by default. */
  freshMs?: number;
  /** Identifies this version of the video's file, for the fetch's artifact key. */
  revision(video: VideoRow, signal: AbortSignal): Promise<KeyPart[]>;
  /**
   * Fetches the video's file into a folder.
   * @returns its name in that folder
   * @throws StepError with a sentence for the creator if it cannot be fetched, permanently or for now
   */
  fetch(video: VideoRow, dir: string, signal: AbortSignal, onProgress: OnFetched): Promise<string>;
  /** Fetches the video's subtitle files into the folder; absent if a source has none. */
  fetchSubtitles?(
    video: VideoRow,
    dir: string,
  ): Promise<{ fileName: string; language: string | null; default?: boolean }[]>;
}

/** A source that can also be searched; `id` is the API's `source`. */
export interface MediaSource extends MediaFetcher {
  /** Its name in the page's filter. */
  name: string;
  /** Whether it is a stand-in on this machine. */
  standIn: boolean;
  /** The licence of all of its videos; absent if their licences differ. */
  license?: string;
  /** Identifies the current set of its videos; absent if only a search can show it. */
  version?(): Promise<string>;
  /** @throws SourceError; the signal's reason when aborted */
  search(query: SourceQuery, signal: AbortSignal): Promise<SourcePage>;
}
