import type { Environment } from './environment.ts';

/** How the sources of free music are requested. */
export interface MusicConfig {
  /** The URLs of their APIs, without a trailing slash. */
  openverseUrl: string;
  archiveUrl: string;
  /**
   * The URL of the Internet Archive for browsers, without a trailing slash. A stand-in is under our own URL.
   */
  archiveShownUrl: string;
  standIn: boolean;
}

/**
 * Returns the real sources if they are switched on, and in production; stand-ins in local mode; otherwise
 * `null`.
 */
export function musicConfig(e: Environment, publicUrl: string): MusicConfig | null {
  const { MUSIC_SEARCH: setting, CUTROOM_MODE: mode, STANDINS_URL: standIns } = e;
  if (setting === 'off') return null;
  if (setting === 'on' || mode === 'production') {
    return {
      openverseUrl: e.OPENVERSE_API_URL,
      archiveUrl: e.MUSIC_ARCHIVE_API_URL,
      archiveShownUrl: 'https://archive.org',
      standIn: false,
    };
  }
  if (!standIns || e.SEARCH_STANDINS === 'off') return null;
  return {
    openverseUrl: `${standIns}/standins/openverse`,
    archiveUrl: `${standIns}/standins/archive`,
    archiveShownUrl: `${publicUrl}/standins/archive`,
    standIn: true,
  };
}
