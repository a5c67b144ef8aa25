import { z } from 'zod';
import { asksForCredit } from '#text/words/licenses.ts';
import { searchKey } from '#text/words/search-words.ts';
import { StepError } from '../lib/errors.ts';
import { parseUrl } from '../lib/parse-url.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { textOfHtml } from './archive-item.ts';
import { chooseBySide, createFileFetcher, pathOf, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, findVideo } from './source-api.ts';

/** Larger pages are split by the API, since each hit has all its metadata. */
const PAGE = 20;
/** The API returns no results beyond this number. */
const MOST = 10_000;
/** The maximum number of conversions of one video that are considered; it usually has about ten. */
const MAX_FILES = 100;
/** The width of a card's thumbnail, in pixels. */
const WIDTH = 320;
const FRESH_MS = 7 * 86_400_000;
const TYPES = /^video\/(?:webm|mp4|ogg)\b/;

/** A field of a file's description page, which may contain HTML. */
const field = z
  .object({ value: z.union([z.string(), z.number()]).transform(String) })
  .optional()
  .catch(undefined);
const extraSchema = z.object({
  ImageDescription: field,
  Artist: field,
  /** The credit that the licensor requires, if it is not the artist's name. */
  Attribution: field,
  LicenseShortName: field,
  AttributionRequired: field,
});
const derivativeSchema = z.object({
  src: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
});
const infoSchema = z.object({
  url: z.string(),
  thumburl: z.string().nullish(),
  mime: z.string(),
  sha1: z.string(),
  /** In bytes. */
  size: z.number(),
  width: z.number(),
  height: z.number(),
  /** In seconds. */
  duration: z.number().optional(),
  user: z.string().optional(),
  extmetadata: extraSchema.optional().catch(undefined),
  derivatives: firstEntries(derivativeSchema, MAX_FILES).optional(),
});
const pageSchema = z.object({
  pageid: z.number(),
  title: z.string(),
  /** The place of the hit. */
  index: z.number().optional(),
  videoinfo: firstEntries(infoSchema, 1).optional(),
});
const answerSchema = z.object({
  continue: z.object({ gsroffset: z.number().optional() }).optional(),
  query: z
    .object({
      searchinfo: z.object({ totalhits: z.number() }).optional(),
      pages: firstEntries(pageSchema, PAGE).optional(),
    })
    .optional(),
});
type Page = z.infer<typeof pageSchema>;
type Info = z.infer<typeof infoSchema>;

const DETAILS = {
  action: 'query',
  format: 'json',
  formatversion: '2',
  prop: 'videoinfo',
  viprop: 'url|size|mime|sha1|user|extmetadata|derivatives',
  viurlwidth: String(WIDTH),
  viextmetadatafilter: Object.keys(extraSchema.shape).join('|'),
};

const open: OpenSite = ({ apiUrl, contactUrl }, options) => {
  const { maxBytes } = options;
  const api = createSourceApi({
    name: 'Wikimedia Commons',
    url: apiUrl,
    // Wikimedia asks programs for a way to reach their operator.
    headers: { 'user-agent': `Cutroom (${contactUrl})` },
  });
  const files = createFileFetcher(apiUrl, options);

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const params = new URLSearchParams({ ...DETAILS, pageids: sourceId });
    const answer = await findVideo(api.get(`?${params}`, answerSchema, signal));
    const info = answer?.query?.pages?.[0]?.videoinfo?.[0];
    const url = info && chooseFile(info, maxBytes);
    if (!info || !url) throw new StepError('gone', 'This video is no longer at Wikimedia Commons.');
    return { url, version: [info.sha1, pathOf(url)] };
  }

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, cursor }, signal) {
      const words = searchKey(query).match(/[\p{L}\p{M}\p{N}]+/gu);
      if (!words) return { videos: [], next: null, total: 0 };
      const search = `filetype:video ${words.join(' ')}`;
      const params = new URLSearchParams({
        ...DETAILS,
        generator: 'search',
        gsrsearch: search,
        gsrnamespace: '6',
        gsrlimit: String(PAGE),
        gsroffset: cursor ?? '0',
        // A generator does not count its hits.
        ...(cursor === null && {
          list: 'search',
          srsearch: search,
          srnamespace: '6',
          srlimit: '1',
          srinfo: 'totalhits',
          srprop: '',
        }),
      });
      const answer = await api.get(`?${params}`, answerSchema, signal);
      const next = answer.continue?.gsroffset;
      return {
        videos: (answer.query?.pages ?? [])
          .filter((page) => page !== null)
          .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
          .flatMap((page) => toFound(page, maxBytes) ?? [])
          // The API has no such filter.
          .filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: next !== undefined && next < MOST ? String(next) : null,
        total: duration === undefined ? (answer.query?.searchinfo?.totalhits ?? null) : null,
      };
    },

    ...files.fetching(fileOf),
  };
};

/** Videos of Wikimedia Commons, all under free licences, by the API of MediaWiki. */
export const wikimedia: Site = {
  id: 'wikimedia',
  name: 'Wikimedia Commons',
  pageOf: (id) => `https://commons.wikimedia.org/?curid=${id}`,
  open,
};

/** Returns the URL of the file to download, the original or a conversion; `undefined` without a usable file. */
function chooseFile(info: Info, maxBytes: number): string | undefined {
  const { url, mime, size, width, height, derivatives = [] } = info;
  const original = TYPES.test(mime) && size <= maxBytes ? [{ src: url, width, height }] : [];
  const conversions = derivatives
    .filter((file) => file !== null)
    .filter(({ src, type }) => TYPES.test(type) && src !== url);
  const file = chooseBySide([...conversions, ...original], (one) => one);
  return file && parseUrl(file.src, parseUrl(url))?.href;
}

function toFound({ pageid, title, videoinfo }: Page, maxBytes: number): FoundVideo | undefined {
  const info = videoinfo?.[0];
  if (!info || !chooseFile(info, maxBytes)) return undefined;
  const { ImageDescription, Artist, Attribution, ...extra } = info.extmetadata ?? {};
  return {
    sourceId: String(pageid),
    // Such as "File:Waves at the beach.webm".
    title: title.replace(/^[^:]*:/, '').replace(/\.\w{2,4}$/, ''),
    description: textOfHtml(ImageDescription?.value ?? ''),
    thumbnail: info.thumburl ?? null,
    url: null,
    durationMs: Math.round((info.duration ?? 0) * 1000),
    views: 'Unknown',
    channel: textOfHtml(Attribution?.value ?? Artist?.value ?? '') || info.user || 'Wikimedia Commons',
    license: licenseOf(extra),
  };
}

/** Returns the name of a licence, which also states that a credit is required if its name does not. */
function licenseOf({
  LicenseShortName,
  AttributionRequired,
}: Pick<z.infer<typeof extraSchema>, 'LicenseShortName' | 'AttributionRequired'>): string | null {
  const name = textOfHtml(LicenseShortName?.value ?? '');
  if (name === '') return null;
  return AttributionRequired?.value === 'true' && !asksForCredit(name)
    ? `${name} (attribution required)`
    : name;
}
