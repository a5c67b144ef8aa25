import { z } from 'zod';
import { custom, integer, key, oneOf, text, urlOr } from '../variable.ts';
import { refuseStandIn } from './refusals.ts';

const SEARCH = {
  need: 'Video search',
  now: 'stand-ins of the sites, with the samples',
  set: 'the key of each site, see .env.example',
};

/** The searchable sites: each key is at `siteKeys.<id>`, each API's URL at `siteUrls.<id>`. */
export const SITES = {
  YOUTUBE_API_KEY: key({
    help: 'Search on YouTube: a key of the YouTube Data API v3. Its videos are fetched by yt-dlp.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.youtube',
    replaces: SEARCH,
  }),
  YOUTUBE_API_URL: urlOr('https://www.googleapis.com/youtube/v3')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.youtube',
    onlyWith: 'YOUTUBE_API_KEY',
    production: refuseStandIn('YOUTUBE_API_URL'),
  }),
  VIMEO_ACCESS_TOKEN: key({
    help: 'Search on Vimeo: an access token of an app there, with the scope "public".',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.vimeo',
    replaces: SEARCH,
  }),
  VIMEO_API_URL: urlOr('https://api.vimeo.com')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.vimeo',
    onlyWith: 'VIMEO_ACCESS_TOKEN',
    production: refuseStandIn('VIMEO_API_URL'),
  }),
  ARCHIVE: custom(z.enum(['on', 'off']).optional())({
    help: 'on: search at the Internet Archive, which needs no key; off: never.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.archive',
    replaces: { ...SEARCH, value: 'on' },
  }),
  ARCHIVE_API_URL: urlOr('https://archive.org')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.archive',
    onlyWith: 'ARCHIVE=on',
    production: refuseStandIn('ARCHIVE_API_URL'),
  }),
  PEXELS_API_KEY: key({
    help: 'Search on Pexels: a key of its API.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.pexels',
    replaces: SEARCH,
  }),
  PEXELS_API_URL: urlOr('https://api.pexels.com')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.pexels',
    onlyWith: 'PEXELS_API_KEY',
    production: refuseStandIn('PEXELS_API_URL'),
  }),
  WIKIMEDIA: custom(z.enum(['on', 'off']).optional())({
    help: 'on: search Wikimedia Commons, which needs no key; off: never.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.wikimedia',
    replaces: { ...SEARCH, value: 'on' },
  }),
  WIKIMEDIA_API_URL: urlOr('https://commons.wikimedia.org/w/api.php')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.wikimedia',
    onlyWith: 'WIKIMEDIA=on',
    production: refuseStandIn('WIKIMEDIA_API_URL'),
  }),
  NASA: custom(z.enum(['on', 'off']).optional())({
    help: "on: search NASA's video library, which needs no key; off: never.",
    unset: 'a stand-in in local mode',
    as: 'siteKeys.nasa',
    replaces: { ...SEARCH, value: 'on' },
  }),
  NASA_API_URL: urlOr('https://images-api.nasa.gov')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.nasa',
    onlyWith: 'NASA=on',
    production: refuseStandIn('NASA_API_URL'),
  }),
  PIXABAY_API_KEY: key({
    help: 'Search on Pixabay: a key of its API.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.pixabay',
    replaces: SEARCH,
  }),
  PIXABAY_API_URL: urlOr('https://pixabay.com/api')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.pixabay',
    onlyWith: 'PIXABAY_API_KEY',
    production: refuseStandIn('PIXABAY_API_URL'),
  }),
  PEERTUBE: custom(z.enum(['on', 'off']).optional())({
    help: 'on: search the PeerTube servers by SepiaSearch, which needs no key; off: never.',
    unset: 'a stand-in in local mode',
    as: 'siteKeys.peertube',
    replaces: { ...SEARCH, value: 'on' },
  }),
  PEERTUBE_API_URL: urlOr('https://sepiasearch.org/api/v1')({
    help: 'Another address of its API, for tests.',
    as: 'siteUrls.peertube',
    onlyWith: 'PEERTUBE=on',
    production: refuseStandIn('PEERTUBE_API_URL'),
  }),
  MUSIC_SEARCH: custom(z.enum(['on', 'off']).optional())({
    help: 'on: search free music at Openverse and the Internet Archive, which need no key; off: never.',
    unset: 'stand-ins in local mode, on in production',
    as: null,
    replaces: { need: 'Music search', now: 'stand-ins, with music made on this machine', value: 'on' },
  }),
  OPENVERSE_API_URL: urlOr('https://api.openverse.org')({
    help: 'Another address of the API of Openverse, for tests.',
    as: null,
    onlyWith: 'MUSIC_SEARCH=on',
    production: refuseStandIn('OPENVERSE_API_URL'),
  }),
  MUSIC_ARCHIVE_API_URL: urlOr('https://archive.org')({
    help: 'Another address of the API of the Internet Archive for its music, for tests.',
    as: null,
    onlyWith: 'MUSIC_SEARCH=on',
    production: refuseStandIn('MUSIC_ARCHIVE_API_URL'),
  }),
  SEARCH_STANDINS: oneOf(['on', 'off'])({
    help: 'off: no stand-ins of the sites; only the library is searched for videos, and music search is off.',
    as: null,
  }),
  SEARCH_TOPICS: text({
    help: 'Topics that the search offers before the first one, such as bicycle,river,night train; off: none.',
    unset: 'topics of the sample videos, if these or a site are searched',
    as: null,
  }),
  SEARCH_TIMEOUT_MS: integer(8_000, {
    help: 'How long a site may take to answer a search.',
    unit: 'ms',
    min: 1,
  }),
};
