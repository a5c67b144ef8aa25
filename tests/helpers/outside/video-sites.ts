import { once } from 'node:events';
import { link, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { SITES as REGISTERED } from '#core/media-sources/registry.ts';
import type { LicenseFilter } from '#contract/videos.ts';
import type { MediaSource, SourcePage } from '#core/media-sources/source.ts';
import type { FoundVideo } from '#core/repositories/media/videos.ts';
import { createMedia } from '../../../standins/media/media.ts';
import { openSites } from '../../../standins/open-sites.ts';
import type { Fault } from '../../../standins/videos/faults.ts';
import { atEnd } from '../at-end.ts';
import { ffmpeg, makeSource } from '../media/lavfi.ts';

/** All searchable sites, in order. */
export const SITES: string[] = REGISTERED.map(({ id }) => id);

/** The number of short videos on each site, which is more than one page. */
export const SHORT = 55;
const LENGTHS = { short: 2, medium: 300, long: 1300 };

/**
 * Creates a folder of videos like the sample library's: short ones of the river, and a medium and a long one.
 */
async function makeSamples(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-sites-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const still = (seconds: number) => ({ picture: `color=c=teal:s=64x36:r=1:d=${seconds}`, sound: null });
  for (const [name, seconds] of Object.entries(LENGTHS)) {
    await makeSource(join(folder, `river-${name}.mp4`), { seconds, ...still(seconds) });
  }
  await ffmpeg('-i', join(folder, 'river-short.mp4'), '-frames:v', '1', join(folder, 'river-short.jpg'));
  for (let index = 1; index < SHORT; index += 1) {
    for (const extension of ['mp4', 'jpg']) {
      await link(join(folder, `river-short.${extension}`), join(folder, `river-${index}.${extension}`));
    }
  }
  const names = [...Object.keys(LENGTHS), ...Array.from({ length: SHORT - 1 }, (_, index) => index + 1)];
  for (const name of names) {
    const sidecar = {
      title: `River ${name} নদী`,
      description: 'Water & stones',
      channel: 'Rivers',
      license: 'CC0',
    };
    await writeFile(join(folder, `river-${name}.json`), JSON.stringify(sidecar));
  }
  return folder;
}

/** The product's URL for browsers, under which stand-ins serve their pages. */
export const PUBLIC_URL = 'http://localhost:3000';

type Mount = Awaited<ReturnType<typeof openSites>>[number];

/** Serves stand-ins until the current test or file ends. */
export async function serveSites(mounts: readonly Mount[]) {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    const mount = mounts.find(({ prefix }) => request.url!.startsWith(`${prefix}/`))!;
    void mount.handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const control = (site: string) => `${url}/standins/${site}/control`;
  return {
    url,
    /** Pending requests. */
    open: () => open,
    /** Fails the next requests, all requests, none, or those whose path contains `of`. Clears the records. */
    async fail(site: string, fail: Fault | null, times?: number, of?: string): Promise<void> {
      await fetch(control(site), { method: 'POST', body: JSON.stringify({ fail, times, of }) });
    },
    /** The requests since then, without the origin. */
    async calls(site: string): Promise<string[]> {
      return ((await (await fetch(control(site))).json()) as { calls: string[] }).calls;
    },
  };
}

/** Serves the stand-ins of all sites on this file's own server. Await it at the top. */
export async function startVideoSites() {
  const folder = await makeSamples();
  return serveSites([...(await openSites(PUBLIC_URL, folder)), createMedia(PUBLIC_URL, folder)]);
}

/** Returns the first page of a search in a source. */
export const firstPage = (source: MediaSource, query: string): Promise<SourcePage> =>
  source.search({ query, duration: undefined, cursor: null }, new AbortController().signal);

/** Returns every page of a search in a source. */
export async function searchAll(
  source: MediaSource,
  query: string,
  duration?: 'short' | 'medium' | 'long',
  license?: LicenseFilter,
): Promise<FoundVideo[]> {
  const videos: FoundVideo[] = [];
  let page: SourcePage = { videos: [], next: null, total: null };
  do {
    page = await source.search({ query, duration, license, cursor: page.next }, new AbortController().signal);
    videos.push(...page.videos);
  } while (page.next !== null);
  return videos;
}
