import { describe, expect, it } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { isReusable } from '#text/words/licenses.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createFootage } from '../../helpers/data/upload.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PUBLIC_URL, SHORT, SITES, startVideoSites } from '../../helpers/outside/video-sites.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const sites = await startVideoSites();
const backend = await openTestBackend({
  STANDINS_URL: sites.url,
  PUBLIC_URL,
  SEARCH_TIMEOUT_MS: '30000',
});
const app = await openTestApp(backend);
const person = await createUser(backend);

async function search(params: Record<string, string>) {
  const url = `/api/videos/search?${new URLSearchParams({ query: 'river', limit: '50', ...params })}`;
  const answer = await app.inject({ url, headers: { cookie: person.cookie } });
  return {
    status: answer.statusCode,
    videos: answer.statusCode === 200 ? answer.json<Video[]>() : [],
    errors: answer.headers['x-source-errors'],
  };
}
const sourcesOf = (videos: Video[]) => [...new Set(videos.map(({ source }) => source))];

describe('a search by licence', () => {
  // product 2.139
  itInFullTier('finds reusable videos at every site', async () => {
    const { videos, errors } = await search({ license: 'reusable' });
    expect(errors).toBeUndefined();
    expect(sourcesOf(videos)).toEqual(SITES);
    expect(videos.filter(({ license }) => !isReusable(license))).toEqual([]);
  });

  // product 2.139
  it('finds only videos that need a credit, and requests no site that has none', async () => {
    await sites.fail('pexels', null);
    const { videos, errors } = await search({ license: 'credit' });
    expect(errors).toBeUndefined();
    expect(sourcesOf(videos)).toEqual(['youtube', 'nasa']);
    expect(await sites.calls('pexels')).toEqual([]);
    const alone = await search({ license: 'credit', source: 'pexels' });
    expect(alone).toEqual({ status: 200, videos: [], errors: undefined });
  });

  itInFullTier('asks YouTube, Vimeo, the Internet Archive and PeerTube for these licences', async () => {
    const parameters = {
      youtube: 'videoLicense',
      vimeo: 'filter',
      archive: 'creativecommons',
      peertube: 'licenceOneOf',
    };
    for (const [site, parameter] of Object.entries(parameters)) {
      await sites.fail(site, null);
      await search({ query: 'river asked', license: 'reusable', source: site });
      expect([site, (await sites.calls(site))[0]]).toEqual([site, expect.stringContaining(parameter)]);
    }
  });

  itInFullTier('is cached apart from other licences', async () => {
    const all = await search({ source: 'archive' });
    expect(all.videos).toHaveLength(50);
    expect((await search({ source: 'archive', license: 'credit' })).videos).toEqual([]);
    expect((await search({ source: 'archive' })).videos).toEqual(all.videos);
  });

  // product 2.139
  it("finds the user's own footage as reusable, without a credit", async () => {
    const own = await createFootage(backend, person.id);
    await backend.db.updateTable('videos').set({ title: 'Our river' }).where('id', '=', own).execute();
    for (const source of ['manual', 'footage']) {
      const ids = async (params: Record<string, string>) =>
        (await search({ source, ...params })).videos.map(({ id }) => id);
      expect(await ids({})).toEqual([own]);
      expect(await ids({ license: 'reusable' })).toEqual([own]);
      expect(await ids({ license: 'credit' })).toEqual([]);
    }
    expect((await search({ license: 'reusable' })).videos[0]!.id).toBe(own);
  });

  it('refuses an unknown licence', async () => {
    expect((await search({ license: 'free' })).status).toBe(400);
  });
});

it('finds a site named as the only one with all of its videos', async () => {
  const { videos } = await search({ source: 'peertube', license: 'reusable', duration: 'short' });
  expect(videos).toHaveLength(Math.min(50, SHORT));
});
