import { extname } from 'node:path';
import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import { parseUrl } from '../lib/parse-url.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { textOfHtml } from './archive-item.ts';
import { describeAll } from './describe-all.ts';
import { createFileFetcher, pathOf, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, findVideo } from './source-api.ts';
import { SourceError } from './source-error.ts';

/** The duration of each hit is in a file of its own. */
const PAGE = 20;
/** The API returns no results beyond this number. */
const MOST = 10_000;
/** The maximum number of files of one video that are considered; it usually has about 20. */
const MAX_FILES = 200;
const MAX_LINKS = 20;
const FRESH_MS = 7 * 86_400_000;
/** NASA claims no copyright, and asks to be named as the source. */
const LICENSE = 'NASA Media Guidelines (attribution requested)';
const TYPES = new Set(['.mp4', '.m4v', '.mov', '.webm']);
/** The sizes of a video by preference: an original may have hundreds of gigabytes. */
const SIZES = ['large', 'medium', 'orig', 'small', 'mobile', 'preview'];

const itemSchema = z.object({
  /** The list of its files. The file with its metadata is beside it. */
  href: z.string().optional(),
  data: firstEntries(
    z.object({
      nasa_id: z.string(),
      title: z.string(),
      description: z.string().optional(),
      center: z.string().optional(),
      photographer: z.string().optional(),
      secondary_creator: z.string().optional(),
    }),
    1,
  ),
  links: firstEntries(z.object({ href: z.string(), render: z.string().optional() }), MAX_LINKS).optional(),
});
type Item = z.infer<typeof itemSchema>;
const searchSchema = z.object({
  collection: z.object({
    items: firstEntries(itemSchema, PAGE),
    metadata: z.object({ total_hits: z.number() }),
  }),
});
const assetSchema = z.object({
  collection: z.object({ items: firstEntries(z.object({ href: z.string() }), MAX_FILES) }),
});
const metadataSchema = z.object({ 'QuickTime:Duration': z.union([z.string(), z.number()]).optional() });

const open: OpenSite = ({ apiUrl }, options) => {
  const api = createSourceApi({ name: 'NASA', url: apiUrl });
  const files = createFileFetcher(apiUrl, options);
  // Metadata are beside the files, on another host than the API.
  const metadata = createSourceApi({ name: 'NASA', url: '', guard: files.guard });

  /** Returns the length of a hit, in ms; 0 if it is unknown. */
  async function durationOf({ href = '' }: Item, signal: AbortSignal): Promise<number> {
    const url = secure(href.replace(/\/collection\.json$/, '/metadata.json'));
    if (!url?.endsWith('/metadata.json')) return 0;
    const answer = await metadata.get(url, metadataSchema, signal).catch((error: unknown) => {
      // The hit is usable without its duration.
      if (error instanceof SourceError && error.code !== 'quota') return null;
      throw error;
    });
    return durationMsOf(String(answer?.['QuickTime:Duration'] ?? ''));
  }

  async function describe(item: Item, signal: AbortSignal): Promise<FoundVideo | null> {
    const [data] = item.data;
    if (!data) return null;
    const { nasa_id: id, title, description, center, photographer, secondary_creator: creator } = data;
    const image = item.links?.find((link) => link?.render === 'image' || /\.jpe?g$/i.test(link?.href ?? ''));
    return {
      sourceId: escapeId(id),
      title,
      description: textOfHtml(description ?? ''),
      thumbnail: secure(image?.href ?? '') ?? null,
      url: null,
      durationMs: await durationOf(item, signal),
      views: 'Unknown',
      channel: creator || photographer || ['NASA', center].filter(Boolean).join(' '),
      license: LICENSE,
    };
  }

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const path = `/asset/${encodeURIComponent(unescapeId(sourceId))}`;
    const answer = await findVideo(api.get(path, assetSchema, signal));
    const url = chooseFile((answer?.collection.items ?? []).flatMap((item) => item?.href ?? []));
    if (!url) throw new StepError('gone', 'This video is no longer in the library of NASA.');
    // A file's name changes with the video; the API has no other sign of a version.
    return { url, version: [pathOf(url)] };
  }

  return {
    freshMs: FRESH_MS,
    license: LICENSE,

    async search({ query, duration, cursor }, signal) {
      const page = Number(cursor ?? '1');
      const params = new URLSearchParams({
        q: query,
        media_type: 'video',
        page: String(page),
        page_size: String(PAGE),
      });
      const { collection } = await api.get(`/search?${params}`, searchSchema, signal);
      const items = collection.items.filter((item) => item !== null);
      const videos = await describeAll(items, (item) => describe(item, signal), signal);
      const { total_hits: total } = collection.metadata;
      return {
        videos: videos.filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: page * PAGE < Math.min(total, MOST) ? String(page + 1) : null,
        total: duration === undefined ? total : null,
      };
    },

    ...files.fetching(fileOf),
  };
};

/** NASA's Image and Video Library. */
export const nasa: Site = {
  id: 'nasa',
  name: 'NASA',
  pageOf: (id) => `https://images.nasa.gov/details/${encodeURIComponent(unescapeId(id))}`,
  open,
};

/** Returns an address with https, with which NASA's files are available too; `undefined` if it is invalid. */
function secure(href: string): string | undefined {
  return parseUrl(href.replace(/^http:\/\/(?=images-assets\.nasa\.gov\/)/, 'https://'))?.href;
}

/** Returns the URL of the best file; `undefined` without a usable file. Such a file is "name~large.mp4". */
function chooseFile(hrefs: string[]): string | undefined {
  const ranked = hrefs
    .filter((href) => TYPES.has(extname(href).toLowerCase()))
    .map((href) => ({
      href,
      rank: SIZES.indexOf(href.slice(href.lastIndexOf('~') + 1, -extname(href).length)),
    }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank);
  return ranked[0] && secure(ranked[0].href);
}

/** Returns the length that is written as "0:01:23" or "17.55 s", in ms; 0 for any other text. */
export function durationMsOf(text: string): number {
  const value = text.replace(/(?<=\d) ?s$/, '');
  if (!/^\d{1,6}(?::\d{1,2}){0,2}(?:\.\d{1,9})?$/.test(value)) return 0;
  return Math.round(value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}

/**
 * Writes an ID, which may contain spaces and any letters, with the characters of our IDs: each other byte is `~` and its
 * two hexadecimal digits.
 */
export const escapeId = (id: string): string =>
  id.replaceAll(/[^\w.-]/gu, (letter) => Buffer.from(letter).toString('hex').replaceAll(/../g, '~$&'));

/** Returns the ID that `escapeId` wrote. */
export const unescapeId = (escaped: string): string =>
  escaped.replaceAll(/(?:~[\da-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('~', ''), 'hex').toString('utf8'),
  );
