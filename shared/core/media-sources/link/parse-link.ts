import { createHash } from 'node:crypto';
import { parseUrl } from '../../lib/parse-url.ts';

/** Sites whose links contain IDs. Other links are identified by a hash of their URL. */
export type LinkSite = 'youtube' | 'vimeo' | 'archive' | 'other';

export interface ParsedLink {
  url: string;
  site: LinkSite;
  /** The site's own ID if it has one. Two links with the same ID are the same video. */
  sourceId: string;
  hostname: string;
}

interface Site {
  id: LinkSite;
  hosts: RegExp;
  find(url: URL): string | undefined;
}

const segments = (url: URL) => url.pathname.split('/').filter(Boolean);
const matching = (pattern: RegExp, text: string | null | undefined) => pattern.exec(text ?? '')?.[0];

const YOUTUBE_ID = /^[\w-]{11}$/;
/** The path before the ID. */
const YOUTUBE_PATHS = new Set(['embed', 'v', 'shorts', 'live', 'e']);

const SITES: Site[] = [
  {
    id: 'youtube',
    hosts: /^((www|m|music)\.)?(youtube|youtube-nocookie)\.com$/,
    find(url) {
      const [first, second] = segments(url);
      if (first === 'watch') return matching(YOUTUBE_ID, url.searchParams.get('v'));
      return first && YOUTUBE_PATHS.has(first) ? matching(YOUTUBE_ID, second) : undefined;
    },
  },
  { id: 'youtube', hosts: /^(www\.)?youtu\.be$/, find: (url) => matching(YOUTUBE_ID, segments(url)[0]) },
  {
    id: 'vimeo',
    hosts: /^(www\.|player\.)?vimeo\.com$/,
    find(url) {
      const id = segments(url).find((segment) => /^\d{1,15}$/.test(segment));
      return id && `vimeo-${id}`;
    },
  },
  {
    id: 'archive',
    hosts: /^(www\.)?archive\.org$/,
    find(url) {
      const [first, id] = segments(url);
      // A link to one file of an item is a link to that file.
      if (first !== 'details' && first !== 'embed') return undefined;
      const validId = matching(/^[A-Za-z0-9][\w.-]{0,99}$/, id);
      return validId && `archive-${validId}`;
    },
  },
];

/** Parses a link without requesting it. Returns `undefined` for anything but a web URL. */
export function parseLink(text: string): ParsedLink | undefined {
  const url = parseUrl(text.trim());
  if (!url) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  const hostname = url.hostname.replace(/\.$/, '');
  const site = SITES.find(({ hosts, find }) => hosts.test(hostname) && find(url) !== undefined);
  const sourceId = site?.find(url) ?? createHash('sha256').update(url.href).digest('hex').slice(0, 24);
  return { url: url.href, site: site?.id ?? 'other', sourceId, hostname };
}
