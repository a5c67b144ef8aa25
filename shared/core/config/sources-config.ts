import type { Environment } from './environment.ts';

/** A source that is asked with a key. */
export interface SourceApiConfig {
  /** Without a slash at its end. */
  apiUrl: string;
  key: string;
  standIn: boolean;
  /** Where a stand-in has its videos' files, ending with a slash; null for the site itself. */
  files: string | null;
}

export interface ArchiveConfig {
  apiUrl: string;
  /** Where the pictures of its items are. */
  imagesUrl: string;
  standIn: boolean;
}

const STAND_IN_KEY = 'local-stand-in';
const ARCHIVE_IMAGES = '/services/img';

/** The sources outside: by a key the site itself, in local mode a stand-in, else none. */
export function sourcesConfig(e: Environment, publicUrl: string) {
  const standIns =
    e.CUTROOM_MODE === 'local' && e.SEARCH_STANDINS === 'on' && e.STANDINS_URL
      ? `${e.STANDINS_URL}/standins`
      : undefined;

  function withKey(
    key: string | undefined,
    url: string,
    standIn: { name: string; path: string },
  ): SourceApiConfig | null {
    if (key) return { apiUrl: url, key, standIn: false, files: null };
    if (!standIns) return null;
    const base = `${standIns}/${standIn.name}`;
    return { apiUrl: base + standIn.path, key: STAND_IN_KEY, standIn: true, files: `${base}/files/` };
  }

  function archive(): ArchiveConfig | null {
    const url = e.ARCHIVE_API_URL;
    if (e.ARCHIVE === 'on') return { apiUrl: url, imagesUrl: url + ARCHIVE_IMAGES, standIn: false };
    if (e.ARCHIVE === 'off' || !standIns) return null;
    const imagesUrl = `${publicUrl}/standins/archive${ARCHIVE_IMAGES}`;
    return { apiUrl: `${standIns}/archive`, imagesUrl, standIn: true };
  }

  return {
    youtube: withKey(e.YOUTUBE_API_KEY, e.YOUTUBE_API_URL, {
      name: 'youtube',
      path: '/youtube/v3',
    }),
    vimeo: withKey(e.VIMEO_ACCESS_TOKEN, e.VIMEO_API_URL, {
      name: 'vimeo',
      path: '',
    }),
    archive: archive(),
    /** How long one source may take to answer a search, in ms. */
    timeoutMs: e.SEARCH_TIMEOUT_MS,
  };
}
