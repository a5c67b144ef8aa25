import { z } from 'zod';
import { createGuard } from '#core/guard/guard.ts';
import { firstEntries } from '#core/media-sources/first-entries.ts';
import { createSourceApi, hostOf } from '#core/media-sources/source-api.ts';
import { SourceError } from '#core/media-sources/source-error.ts';
import { licenseOf } from './license.ts';
import type { MusicSource, SourceTrack } from './source.ts';
import { tidyTrack } from './tidy.ts';

/** The largest page for anonymous callers. */
const PAGE = 20;
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const text = z.string().nullish().catch(null);
const count = z.number().nullish().catch(null);
const audioSchema = z.object({
  id: z.string().regex(ID),
  title: text,
  creator: text,
  license_url: text,
  foreign_landing_url: text,
  url: text,
  /** The duration, in ms. */
  duration: count,
  filesize: count,
});
type Audio = z.infer<typeof audioSchema>;

const searchSchema = z.object({
  page_count: z.number(),
  results: firstEntries(audioSchema, PAGE),
});

/** Openverse: audio of Jamendo, Freesound, Wikimedia Commons and others that is classified as music. */
export function openOpenverse(apiUrl: string, ports: number[]): MusicSource {
  const name = 'Openverse';
  const api = createSourceApi({ name, url: apiUrl });
  return {
    id: 'openverse',
    name,
    // Its files are on the sites that it searches.
    files: createGuard({ ports, hosts: [hostOf(apiUrl)], aliases: [] }),

    async search({ query, mood, page }, signal) {
      const params = new URLSearchParams({
        // It has no mood filter, but searches for the words in titles and tags.
        q: [query, mood].filter(Boolean).join(' '),
        category: 'music',
        // Without licences that forbid commercial use or adaptations.
        license_type: 'commercial,modification',
        page: String(page),
        page_size: String(PAGE),
      });
      const response = await api.get(`/v1/audio/?${params}`, searchSchema, signal);
      return {
        tracks: response.results.flatMap((audio) => (audio && toTrack(audio)) ?? []),
        more: page < response.page_count,
      };
    },

    async find(id, signal) {
      if (!ID.test(id)) return null;
      const audio = await api.get(`/v1/audio/${id}/`, audioSchema, signal).catch((error: unknown) => {
        if (error instanceof SourceError && error.code === 'missing') return null;
        throw error;
      });
      return audio && toTrack(audio);
    },
  };
}

function toTrack(audio: Audio): SourceTrack | null {
  return tidyTrack({
    id: audio.id,
    title: audio.title,
    artist: audio.creator,
    license: licenseOf(audio.license_url ?? ''),
    durationMs: audio.duration ?? 0,
    bytes: audio.filesize || null,
    page: audio.foreign_landing_url ?? '',
    ownPage: `https://openverse.org/audio/${audio.id}`,
    fileUrl: audio.url ?? '',
  });
}
