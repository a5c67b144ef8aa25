import { extname } from 'node:path';
import { z } from 'zod';
import type { MusicMood } from '#contract/music-moods.ts';
import { searchKey } from '#text/words/search-words.ts';
import type { MusicConfig } from '#core/config/music-config.ts';
import { createGuard } from '#core/guard/guard.ts';
import {
  durationMsOf,
  firstText as first,
  joinedText as text,
  MAX_FILES,
} from '#core/media-sources/archive-item.ts';
import { describeAll } from '#core/media-sources/describe-all.ts';
import { firstEntries } from '#core/media-sources/first-entries.ts';
import { createSourceApi, hostOf } from '#core/media-sources/source-api.ts';
import { licenseOf } from './license.ts';
import type { MusicSource, SourceTrack } from './source.ts';
import { tidyTrack } from './tidy.ts';

/** Each item needs its own request. */
const ITEMS = 8;
/** The maximum number of tracks of one item: an album would otherwise fill the page. */
const TRACKS_OF_ITEM = 3;
const IDENTIFIER = /^[\w.-]{1,100}$/;
/** An item's identifier, and a file's path in it. A lone surrogate is not allowed in a URL. */
const ID = /^([\w.-]{1,100})\/([^\0\p{Cs}]{1,250})$/u;
/** Ordered from worst to best: the smallest of those that sound alike. */
const KINDS = ['.wav', '.flac', '.m4a', '.ogg', '.mp3'];
/** Collections of speech. */
const SPEECH =
  'librivoxaudio OR audio_bookspoetry OR audio_podcast OR audio_news OR audio_religion OR radioprograms';
/** The subjects under which people file music of each mood. */
const SUBJECTS: Record<MusicMood, string> = {
  calm: 'calm OR relaxing OR peaceful',
  happy: 'happy OR cheerful OR upbeat',
  sad: 'sad OR melancholic OR melancholy',
  energetic: 'energetic OR driving OR fast',
  dramatic: 'dramatic OR epic OR cinematic',
  dreamy: 'dreamy OR ambient OR atmospheric',
  dark: 'dark OR tense OR suspense',
  romantic: 'romantic OR love',
};

const docSchema = z.object({ identifier: z.string().regex(IDENTIFIER), licenseurl: first });
type Doc = z.infer<typeof docSchema>;

const searchSchema = z.object({
  response: z.object({
    numFound: z.number(),
    docs: firstEntries(docSchema, ITEMS),
  }),
});

const fileSchema = z.object({
  name: z.string(),
  title: text,
  creator: text,
  size: z.coerce.number().catch(0),
  length: z.string().optional().catch(undefined),
  /** The name of the file from which this one was derived. */
  original: text,
  private: text,
});
type ItemFile = z.infer<typeof fileSchema>;

const itemSchema = z.object({
  metadata: z.object({ title: first, creator: text, licenseurl: first }).optional(),
  files: firstEntries(fileSchema, MAX_FILES).optional(),
});
type Item = z.infer<typeof itemSchema>;

/** Licensed audio of the Internet Archive, except speech. */
export function openArchive(
  urls: Pick<MusicConfig, 'archiveUrl' | 'archiveShownUrl'>,
  ports: number[],
): MusicSource {
  const name = 'Internet Archive';
  const api = createSourceApi({ name, url: urls.archiveUrl });
  const readItem = (identifier: string, signal: AbortSignal): Promise<Item> =>
    api.get(`/metadata/${encodeURIComponent(identifier)}`, itemSchema, signal);

  return {
    id: 'archive',
    name,
    // The site redirects to its servers, which have many names.
    files: createGuard({ ports, hosts: [hostOf(urls.archiveUrl)], aliases: [] }),

    async search({ query, mood, page }, signal) {
      const words = searchKey(query).match(/[\p{L}\p{M}\p{N}]+/gu);
      if (query !== '' && !words) return { tracks: [], more: false };
      const q = [
        words && `(${words.join(' ')})`,
        mood && `subject:(${SUBJECTS[mood]})`,
        'mediatype:audio',
        'licenseurl:*creativecommons*',
        'NOT licenseurl:*nc*',
        'NOT licenseurl:*nd*',
        `NOT collection:(${SPEECH})`,
        'NOT access-restricted-item:true',
      ];
      const params = new URLSearchParams({
        q: q.filter(Boolean).join(' AND '),
        rows: String(ITEMS),
        page: String(page),
        output: 'json',
      });
      for (const field of ['identifier', 'licenseurl']) params.append('fl[]', field);
      const { response } = await api.get(`/advancedsearch.php?${params}`, searchSchema, signal);
      const usable = response.docs
        .filter((doc) => doc !== null)
        .filter((doc) => licenseOf(doc.licenseurl ?? '') !== null);
      const describe = async ({ identifier }: Doc) =>
        tracksOf(urls, identifier, await readItem(identifier, signal)).slice(0, TRACKS_OF_ITEM);
      const described = await describeAll(usable, describe, signal);
      return { tracks: described.flat(), more: page * ITEMS < response.numFound };
    },

    async find(id, signal) {
      const [, identifier] = ID.exec(id) ?? [];
      if (identifier === undefined) return null;
      const tracks = tracksOf(urls, identifier, await readItem(identifier, signal));
      return tracks.find((track) => track.id === id) ?? null;
    },
  };
}

/** Returns the tracks of an item that a film can use, in its order; empty for an unknown item. */
function tracksOf(
  { archiveUrl, archiveShownUrl }: Parameters<typeof openArchive>[0],
  identifier: string,
  { metadata, files = [] }: Item,
): SourceTrack[] {
  const license = licenseOf(metadata?.licenseurl ?? '');
  const pieces = piecesOf(files.filter((file) => file !== null));
  return pieces.flatMap(({ title, file }) => {
    const id = `${identifier}/${file.name}`;
    if (!ID.test(id)) return [];
    const path = [identifier, ...file.name.split('/')].map(encodeURIComponent).join('/');
    const page = `${archiveShownUrl}/details/${encodeURIComponent(identifier)}`;
    const track = tidyTrack({
      id,
      title:
        title ?? (pieces.length === 1 ? metadata?.title : file.name.slice(0, -extname(file.name).length)),
      artist: file.creator ?? metadata?.creator,
      license,
      durationMs: durationMsOf(file),
      bytes: file.size || null,
      page,
      ownPage: page,
      fileUrl: `${archiveUrl}/download/${path}`,
    });
    return track ?? [];
  });
}

/** Returns the best file of each track, with its title. An item has most tracks in several formats. */
function piecesOf(files: ItemFile[]): { title: string | undefined; file: ItemFile }[] {
  const rank = ({ name }: ItemFile) => KINDS.indexOf(extname(name).toLowerCase());
  const byOriginal = new Map<string, ItemFile[]>();
  for (const file of files.filter((one) => rank(one) >= 0 && one.private !== 'true')) {
    const original = file.original ?? file.name;
    byOriginal.set(original, [...(byOriginal.get(original) ?? []), file]);
  }
  return [...byOriginal.values()].map((same) => ({
    title: same.find(({ title }) => title)?.title,
    file: same.toSorted((a, b) => rank(b) - rank(a) || b.size - a.size)[0]!,
  }));
}
