import { describe, expect, it } from 'vitest';
import type { Site } from '#core/media-sources/site.ts';
import { SITES } from '#core/media-sources/registry.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { firstPage } from '../../helpers/outside/video-sites.ts';

/**
 * The length of each list. Only its first entries are valid: one invalid entry would stop a check of all
 * entries.
 */
const LONG = 20_000;
const GOOD = 1000;
const list = (entry: (index: number) => unknown): unknown[] =>
  Array.from({ length: LONG }, (_, index) => (index < GOOD ? entry(index) : 7));

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
      video_files: (id === 0 ? list : (entry: (index: number) => unknown) => [entry(0)])((file) => ({
        id: file,
        file_type: 'video/mp4',
        width: 640,
        height: 360,
        link: 'https://files/river.mp4',
      })),
    })),
  }),
};

/** Opens a site whose API is a server that sends this response. */
async function openAt(site: Site, answer: (path: string) => object) {
  const server = await startFakeServer(({ path }) => ({ body: answer(path) }));
  atEnd(() => server.close());
  const config = { apiUrl: server.url, key: 'key', standIn: false, shownUrl: server.url, files: null };
  const limits = { ports: [], maxBytes: 1000, maxMs: 1000, minRate: { bytes: 1, ms: 1000 } };
  const source = site.open(config, { ...limits, pages: null! } as unknown as Parameters<Site['open']>[1]);
  return { source: { id: site.id, name: site.name, standIn: false, ...source }, server };
}

describe.each(SITES.map((site) => [site.id, site] as const))('%s', (id, site) => {
  it('reads a limited part of each list in a response, whatever follows', async () => {
    const { source, server } = await openAt(site, ANSWERS[id]!);
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
