import type { FoundMusic } from '#contract/found-music.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import type { Guard } from '#core/guard/guard.ts';

/** Music at its source: what the page shows, and where its file is. */
export interface SourceTrack extends Omit<FoundMusic, 'source' | 'sourceName' | 'listenUrl'> {
  fileUrl: string;
  /** `null` if the source does not state it. */
  bytes: number | null;
}

export interface MusicQuery {
  query: string;
  mood: MusicMood | undefined;
  page: number;
}

export interface MusicPage {
  tracks: SourceTrack[];
  more: boolean;
}

/** A searchable source of free music. */
export interface MusicSource {
  id: string;
  /** The name on the page. */
  name: string;
  /** Requests the files of its tracks. */
  files: Guard;
  /** @throws SourceError; the signal's reason if aborted */
  search(query: MusicQuery, signal: AbortSignal): Promise<MusicPage>;
  /**
   * Returns the music with an ID as its source has it now; `null` if it no longer exists or may not be used
   * in a film.
   * @throws SourceError; the signal's reason if aborted
   */
  find(id: string, signal: AbortSignal): Promise<SourceTrack | null>;
}
