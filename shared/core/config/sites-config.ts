import type { Environment, Settings } from './environment.ts';

/** How an external site is requested. */
export interface SiteConfig {
  /** The URL of its API, without a trailing slash. */
  apiUrl: string;
  key: string;
  standIn: boolean;
  /** The URL of the same host for browsers, without a trailing slash. A stand-in is under our own URL. */
  shownUrl: string;
  /** The URL of a stand-in's video files, ending with a slash; `null` for the site itself. */
  files: string | null;
  /** The URL of this installation, for sites that require one with each request. */
  contactUrl: string;
}

/** The ID of a site, from the `as` of its variables: `siteKeys.<id>` and `siteUrls.<id>`. */
export type SiteId = keyof Settings['siteKeys'] & keyof Settings['siteUrls'];

const STAND_IN_KEY = 'local-stand-in';

/**
 * Returns the searchable sites: the site itself if it has a key, a stand-in in local mode, otherwise `null`.
 */
export function sitesConfig(
  e: Environment,
  { siteKeys, siteUrls }: Settings,
  publicUrl: string,
): Record<SiteId, SiteConfig | null> {
  const standIns = e.CUTROOM_MODE === 'local' && e.SEARCH_STANDINS === 'on' ? e.STANDINS_URL : undefined;

  function configOf(id: SiteId): SiteConfig | null {
    const key = siteKeys[id];
    const apiUrl = siteUrls[id];
    if (key === 'off') return null;
    if (key) return { apiUrl, key, standIn: false, shownUrl: apiUrl, files: null, contactUrl: publicUrl };
    if (!standIns) return null;
    const path = `/standins/${id}`;
    return {
      apiUrl: standIns + path + new URL(apiUrl).pathname.replace(/\/$/, ''),
      key: STAND_IN_KEY,
      standIn: true,
      shownUrl: publicUrl + path,
      files: `${standIns}${path}/files/`,
      contactUrl: publicUrl,
    };
  }

  const ids = Object.keys(siteUrls) as SiteId[];
  return Object.fromEntries(ids.map((id) => [id, configOf(id)])) as Record<SiteId, SiteConfig | null>;
}

/** Each is in the title of a sample video. */
const SAMPLE_TOPICS = ['bicycle', 'river', 'night train'];

/** The topics that the search offers. By default none if only an operator's own folder is searched: it may lack them. */
export function searchTopics(e: Environment, sites: Record<SiteId, SiteConfig | null>): string[] {
  const { SEARCH_TOPICS: topics, SAMPLE_LIBRARY_DIR: samples } = e;
  if (topics === 'off') return [];
  if (topics !== undefined) return topics.split(',').flatMap((topic) => topic.trim() || []);
  const isSearched = samples !== undefined || Object.values(sites).some((site) => site !== null);
  return isSearched ? SAMPLE_TOPICS : [];
}
