import { z } from 'zod';
import { searchKey } from '#text/words/search-words.ts';
import { StepError } from '../lib/errors.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { chooseFile, durationMsOf, itemSchema, licenseName, textOfHtml, type Item } from './archive-item.ts';
import { describeAll } from './describe-all.ts';
import { createFileFetcher, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import { createSourceApi, stepErrorOf } from './source-api.ts';
import type { OpenSite, Site } from './site.ts';

/** Each hit needs its own request: the item's file list has the playable files and the duration. */
const PAGE = 20;
/** The API returns no results beyond this number. */
const MOST = 10_000;
/** The terms of a query for licences that permit changed copies in any film. */
const REUSABLE = {
  reusable: ' AND licenseurl:*creativecommons* AND NOT licenseurl:*nc* AND NOT licenseurl:*nd*',
  credit: ' AND licenseurl:*licenses/by* AND NOT licenseurl:*nc* AND NOT licenseurl:*nd*',
};
const FRESH_MS = 7 * 86_400_000;

const docSchema = z.object({
  identifier: z.string(),
  downloads: z.union([z.number(), z.string()]).optional(),
});
type Doc = z.infer<typeof docSchema>;
const searchSchema = z.object({
  response: z.object({ numFound: z.number(), start: z.number(), docs: firstEntries(docSchema, PAGE) }),
});

const open: OpenSite = ({ apiUrl, shownUrl }, options) => {
  const { maxBytes } = options;
  const api = createSourceApi({ name: 'Internet Archive', url: apiUrl });
  // The site redirects to its servers, which have many names.
  const files = createFileFetcher(apiUrl, options);

  const readItem = (id: string, signal: AbortSignal): Promise<Item> =>
    api.get(`/metadata/${encodeURIComponent(id)}`, itemSchema, signal);

  async function describe({ identifier, downloads }: Doc, signal: AbortSignal): Promise<FoundVideo | null> {
    const { metadata, files: listed = [] } = await readItem(identifier, signal);
    const file = chooseFile(listed, maxBytes);
    if (!metadata || !file) return null;
    return {
      sourceId: identifier,
      title: metadata.title ?? identifier,
      description: textOfHtml(metadata.description ?? ''),
      thumbnail: `${shownUrl}/services/img/${encodeURIComponent(identifier)}`,
      url: null,
      durationMs: durationMsOf(file),
      views: downloads === undefined ? 'Unknown' : String(downloads),
      channel: metadata.creator ?? 'Internet Archive',
      license: licenseName(metadata.licenseurl ?? ''),
    };
  }

  /** Chooses the file of a stored video that was not found by a current search. @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const item = await readItem(sourceId, signal).catch((error: unknown) => {
      throw stepErrorOf(error);
    });
    const file = chooseFile(item.files ?? [], maxBytes);
    if (!file) throw new StepError('gone', 'This video is no longer at the Internet Archive.');
    const { name, md5, size } = file;
    const path = [sourceId, ...name.split('/')].map(encodeURIComponent).join('/');
    return { url: `${apiUrl}/download/${path}`, version: [name, md5 ?? String(size)] };
  }

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, license, cursor }, signal) {
      const words = searchKey(query).match(/[\p{L}\p{M}\p{N}]+/gu);
      if (!words) return { videos: [], next: null, total: 0 };
      const page = Number(cursor ?? '1');
      const params = new URLSearchParams({
        q: `(${words.join(' ')}) AND mediatype:movies AND licenseurl:http* AND NOT access-restricted-item:true${license ? REUSABLE[license] : ''}`,
        rows: String(PAGE),
        page: String(page),
        output: 'json',
      });
      for (const field of ['identifier', 'downloads']) params.append('fl[]', field);
      const { response } = await api.get(`/advancedsearch.php?${params}`, searchSchema, signal);
      const docs = response.docs.filter((doc) => doc !== null);
      const described = await describeAll(docs, (doc) => describe(doc, signal), signal);
      const end = Math.min(response.numFound, MOST);
      return {
        videos: described.filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: page * PAGE < end ? String(page + 1) : null,
        total: duration === undefined ? response.numFound : null,
      };
    },

    ...files.fetching(fileOf),
  };
};

/** Moving images of the Internet Archive that are in the public domain or under a licence. */
export const archive: Site = {
  id: 'archive',
  name: 'Internet Archive',
  pageOf: (id) => `https://archive.org/details/${id}`,
  open,
};
