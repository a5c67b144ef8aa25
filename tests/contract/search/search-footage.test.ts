import { describe, expect, it } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createFootage } from '../../helpers/data/upload.ts';
import { createUser } from '../../helpers/data/user.ts';
import { SHORT, SITES, startVideoSites } from '../../helpers/outside/video-sites.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const sites = await startVideoSites();
const standins = { STANDINS_URL: sites.url, PUBLIC_URL: 'http://localhost:3000' };
const backend = await openTestBackend({ ...standins, SEARCH_TIMEOUT_MS: '30000' });
const app = await openTestApp(backend);
const lonely = await openTestBackend();
const lonelyApp = await openTestApp(lonely);
/** The number of results from the sites: each video counts once, although all sites have all videos. */
const SITE_RESULTS = SHORT + 2;
type Person = Awaited<ReturnType<typeof createUser>>;

/** Inserts footage whose titles have one word in common. @returns its IDs in the order of the results */
async function giveFootage({ db }: typeof backend, { id }: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const own = await createFootage({ db }, id);
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, count - i));
    await db
      .updateTable('videos')
      .set({ title: `Our river, part ${i + 1}`, createdAt: at })
      .where('id', '=', own)
      .execute();
    ids.push(own);
  }
  return ids;
}

let queries = 0;
/** Returns a new query that finds all videos of the sites. */
const freshQuery = () => `river fresh${(queries += 1)}`;

async function search({ cookie }: Person, params: Record<string, string | number>, from = app) {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const answer = await from.inject({ url: `/api/videos/search?${query}`, headers: { cookie } });
  return {
    status: answer.statusCode,
    videos: answer.json<Video[]>(),
    total: answer.headers['x-total-count'],
    errors: answer.headers['x-source-errors'],
  };
}

async function allPages(person: Person, query: string, limit = 10): Promise<Video[]> {
  const allVideos: Video[] = [];
  for (let page = 1; ; page += 1) {
    const { videos } = await search(person, { query, page, limit });
    allVideos.push(...videos);
    if (videos.length < limit) return allVideos;
  }
}

describe("a user's own footage, in a search of all sources", () => {
  // product 16.11
  itInFullTier('takes the first turn of each round, each video once across all pages', async () => {
    const person = await createUser(backend);
    const own = await giveFootage(backend, person, 3);
    const query = freshQuery();
    const { videos, errors } = await search(person, { query });
    expect(errors).toBeUndefined();
    const round = backend.sources.all.length + 1;
    expect(videos[0]!.id).toBe(own[0]);
    expect(videos[round]?.id).toBe(own[1]);
    expect(videos.slice(1, 1 + SITES.length).map(({ source }) => source)).toEqual([...SITES]);
    const results = await allPages(person, query);
    expect(results).toHaveLength(SITE_RESULTS + 3);
    expect(new Set(results.map(({ id }) => id)).size).toBe(SITE_RESULTS + 3);
    expect(results.filter(({ source }) => source === 'upload').map(({ id }) => id)).toEqual(own);
    expect((await search(person, { query })).total).toBe(String(SITE_RESULTS + 3));
  });

  // product 16.11
  itInFullTier('continues to its end if it is longer than the sources, on pages of any size', async () => {
    const person = await createUser(backend);
    const count = SITE_RESULTS * 2;
    const own = await giveFootage(backend, person, count);
    const query = freshQuery();
    for (const limit of [7, 10]) {
      const results = await allPages(person, query, limit);
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
      expect(results).toHaveLength(SITE_RESULTS + count);
      expect(results.filter(({ source }) => source === 'upload').map(({ id }) => id)).toEqual(own);
    }
  });

  // product 16.11
  it('is never found by another account, even though the accounts share the search', async () => {
    const person = await createUser(backend);
    const stranger = await createUser(backend);
    const own = await giveFootage(backend, person, 2);
    const query = freshQuery();
    const mine = await allPages(person, query);
    const theirs = await allPages(stranger, query);
    expect(theirs).toHaveLength(SITE_RESULTS);
    expect(theirs.filter(({ source }) => source === 'upload')).toEqual([]);
    expect(mine.filter(({ id }) => !own.includes(id))).toEqual(theirs);
    expect((await search(stranger, { query })).total).toBe(String(SITE_RESULTS));
  });

  // product 16.11
  itInFullTier('is found by significant words, and by the requested length', async () => {
    const person = await createUser(backend);
    await giveFootage(backend, person, 1);
    const ownOf = async (params: object) =>
      (await search(person, { query: freshQuery(), ...params })).videos.filter(
        ({ source }) => source === 'upload',
      ).length;
    expect(await ownOf({})).toBe(1);
    expect(await ownOf({ query: `our fresh${(queries += 1)}` })).toBe(0);
    expect(await ownOf({ query: 'our' })).toBe(1);
    expect(await ownOf({ duration: 'long' })).toBe(0);
    expect(await ownOf({ source: 'youtube' })).toBe(0);
  });

  it('is no longer found once it is deleted', async () => {
    const person = await createUser(backend);
    const [own] = await giveFootage(backend, person, 1);
    const query = freshQuery();
    expect((await search(person, { query })).videos[0]!.id).toBe(own);
    await app.inject({ method: 'DELETE', url: `/api/footage/${own}`, headers: { cookie: person.cookie } });
    const { videos } = await search(person, { query });
    expect(videos.some(({ id }) => id === own)).toBe(false);
  });

  // product 16.11
  it('is shown if every site fails, or none is configured, which is reported', async () => {
    const person = await createUser(backend);
    const [own] = await giveFootage(backend, person, 1);
    const query = freshQuery();
    await Promise.all(SITES.map((site) => sites.fail(site, 'error')));
    try {
      const failed = await search(person, { query });
      expect([failed.status, failed.videos.map(({ id }) => id)]).toEqual([200, [own]]);
      expect(failed.errors).toBeDefined();
    } finally {
      await Promise.all(SITES.map((site) => sites.fail(site, null)));
    }
    const lonelyUser = await createUser(lonely);
    const [only] = await giveFootage(lonely, lonelyUser, 1);
    const answer = await search(lonelyUser, { query: 'river' }, lonelyApp);
    expect([answer.videos.map(({ id }) => id), answer.total]).toEqual([[only], '1']);
    expect(answer.errors).toMatch(/^all: This installation has no video source to search\./);
  });
});
