import { describe, expect, it } from 'vitest';
import { SITES } from '#core/media-sources/registry.ts';
import { openAt } from '../../helpers/outside/open-site.ts';
import { firstPage } from '../../helpers/outside/video-sites.ts';

/**
 * The length of each list. Only its first entries are valid: one invalid entry would stop a check of all
 * entries.
 */
const LONG = 20_000;
const GOOD = 1000;
const list = (entry: (index: number) => unknown): unknown[] =>
  Array.from({ length: LONG }, (_, index) => (index < GOOD ? entry(index) : 7));

/** Returns a list for the first entry of another list, and one entry for the others. */
const listOfFirst = (index: number, entry: (index: number) => unknown): unknown[] =>
  index === 0 ? list(entry) : [entry(0)];

/** By site, the response to a path. */
const ANSWERS: Record<string, (path: string) => object> = {
  youtube: (path) =>
    path.startsWith('/search')
      ? { items: list((index) => ({ id: { videoId: `v${index}` } })) }
      : {
          items: list((index) => ({
            id: `v${index}`,
            snippet: { title: 'River' },
            contentDetails: { duration: 'PT1M' },
          })),
        },
  vimeo: () => ({
    page: 1,
    paging: {},
    data: list((index) => ({
      uri: `/videos/${index + 1}`,
      name: 'River',
      duration: 60,
      ...(index === 0 && { pictures: { sizes: list((width) => ({ width, link: `https://p/${width}` })) } }),
    })),
  }),
  archive: (path) =>
    path.startsWith('/advancedsearch')
      ? { response: { numFound: LONG, start: 0, docs: list((index) => ({ identifier: `i${index}` })) } }
      : {
          metadata: { title: list(() => 'River'), creator: list(() => 'Ann') },
          files: list(() => ({ name: 'river.mp4', size: '10', length: '60' })),
        },
  pexels: () => ({
    page: 1,
    total_results: LONG,
    videos: list((id) => ({
      id,
      url: 'https://www.pexels.com/video/river-1/',
      duration: 60,
      video_files: listOfFirst(id, (file) => ({
        id: file,
        file_type: 'video/mp4',
        width: 640,
        height: 360,
        link: 'https://files/river.mp4',
      })),
    })),
  }),
  wikimedia: () => ({
    query: {
      pages: list((pageid) => ({
        pageid,
        title: 'File:River.webm',
        videoinfo: listOfFirst(pageid, () => ({
          url: 'https://files/river.webm',
          mime: 'video/webm',
          sha1: 'a',
          size: 10,
          width: 640,
          height: 360,
          derivatives: [],
        })),
      })),
    },
  }),
  nasa: () => ({
    collection: {
      items: list((id) => ({
        data: listOfFirst(id, () => ({ nasa_id: `River ${id}`, title: 'River' })),
        links: listOfFirst(id, () => ({ href: 'https://files/river.jpg' })),
      })),
      metadata: { total_hits: LONG },
    },
  }),
  pixabay: () => ({
    totalHits: LONG,
    hits: list((id) => ({
      id,
      tags: id === 0 ? 'river,'.repeat(LONG) : 'river',
      duration: 60,
      videos: { tiny: { url: 'https://files/river.mp4', width: 640, height: 360, size: 10 } },
    })),
  }),
  peertube: () => ({
    total: LONG,
    data: list((id) => ({
      uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      url: 'https://videos.example/w/river',
      name: 'River',
      duration: 60,
    })),
  }),
};

describe.each(SITES.map((site) => [site.id, site] as const))('%s', (id, site) => {
  it('reads a limited part of each list in a response, whatever follows', async () => {
    const { source, server } = await openAt(site, ({ path }) => ({ body: ANSWERS[id]!(path) }));
    const { videos } = await firstPage(source, 'river');
    expect(videos.length).toBeGreaterThanOrEqual(20);
    expect(videos.length).toBeLessThanOrEqual(50);
    expect(videos[0]!.title).toMatch(/^River/);
    expect(videos[0]!.title.length + videos[0]!.channel.length).toBeLessThan(1000);
    expect(server.received.length).toBeLessThanOrEqual(21);
    // YouTube's second call requests the videos that the first one found.
    expect(server.received.at(-1)!.path.length).toBeLessThan(1000);
  });
});
