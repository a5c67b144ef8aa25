interface SourceVariables {
  CUTROOM_MODE: 'local' | 'production';
  STANDINS_URL?: string | undefined;
  SEARCH_STANDINS: 'on' | 'off';
  SEARCH_TIMEOUT_MS: number;
  YOUTUBE_API_KEY?: string | undefined;
  YOUTUBE_API_URL?: string | undefined;
  VIMEO_ACCESS_TOKEN?: string | undefined;
  VIMEO_API_URL?: string | undefined;
  ARCHIVE?: 'on' | 'off' | undefined;
  ARCHIVE_API_URL?: string | undefined;
}

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

/** The sources outside: by a key the site itself, in local mode a stand-in, else none. @throws Error for the operator */
export function sourcesConfig(e: SourceVariables, publicUrl: string) {
  const isLocal = e.CUTROOM_MODE === 'local';
  const names = ['YOUTUBE_API_URL', 'VIMEO_API_URL', 'ARCHIVE_API_URL'] as const;
  const standInName = names.find((name) => e[name] && new URL(e[name]).pathname.startsWith('/standins/'));
  if (!isLocal && standInName) {
    throw new Error(`CUTROOM_MODE=production refuses stand-ins: ${standInName} names one.`);
  }
  const useless = [
    ['YOUTUBE_API_URL', 'YOUTUBE_API_KEY', e.YOUTUBE_API_KEY],
    ['VIMEO_API_URL', 'VIMEO_ACCESS_TOKEN', e.VIMEO_ACCESS_TOKEN],
    ['ARCHIVE_API_URL', 'ARCHIVE=on', e.ARCHIVE === 'on'],
  ] as const;
  for (const [name, needed, has] of useless) {
    if (e[name] && !has) throw new Error(`${name} is of no use without ${needed}.`);
  }
  const standIns =
    isLocal && e.SEARCH_STANDINS === 'on' && e.STANDINS_URL
      ? `${e.STANDINS_URL.replace(/\/$/, '')}/standins`
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
    const url = e.ARCHIVE_API_URL ?? 'https://archive.org';
    if (e.ARCHIVE === 'on') return { apiUrl: url, imagesUrl: url + ARCHIVE_IMAGES, standIn: false };
    if (e.ARCHIVE === 'off' || !standIns) return null;
    const imagesUrl = `${publicUrl}/standins/archive${ARCHIVE_IMAGES}`;
    return { apiUrl: `${standIns}/archive`, imagesUrl, standIn: true };
  }

  return {
    youtube: withKey(e.YOUTUBE_API_KEY, e.YOUTUBE_API_URL ?? 'https://www.googleapis.com/youtube/v3', {
      name: 'youtube',
      path: '/youtube/v3',
    }),
    vimeo: withKey(e.VIMEO_ACCESS_TOKEN, e.VIMEO_API_URL ?? 'https://api.vimeo.com', {
      name: 'vimeo',
      path: '',
    }),
    archive: archive(),
    /** How long one source may take to answer a search, in ms. */
    timeoutMs: e.SEARCH_TIMEOUT_MS,
  };
}
