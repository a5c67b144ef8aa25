import { afterEach, describe, expect, it } from 'vitest';
import type { MusicSearchResult } from '#contract/found-music.ts';
import { searchMusic } from '../../../server/services/music/search-music.ts';
import { openMusicSources } from '../../../server/services/music/sources/registry.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { startMusicSites } from '../../helpers/music/music-sites.ts';
import { PUBLIC_URL } from '../../helpers/outside/video-sites.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const sites = await startMusicSites();
/** Long timeouts, since the machine may be busy. */
const backend = await openTestBackend({ STANDINS_URL: sites.url, PUBLIC_URL, SEARCH_TIMEOUT_MS: '30000' });
const app = await openTestApp(backend);
const { cookie } = await createUser(backend);

async function search(params: Record<string, string | number>, node = app, user = cookie) {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const answer = await node.inject({ url: `/api/music/search?${query}`, headers: { cookie: user } });
  return { status: answer.statusCode, body: answer.json(), ...answer.json<MusicSearchResult>() };
}
const titles = async (...args: Parameters<typeof search>) =>
  (await search(...args)).tracks.map(({ title }) => title);

afterEach(async () => {
  await Promise.all(['openverse', 'archive'].map((site) => sites.fail(site, null)));
  const keys = await backend.redis.keys(`${backend.config.redisPrefix}:*`);
  if (keys.length > 0) await backend.redis.del(keys);
});

describe('a search for music', () => {
  // product 22.17
  it('returns music of both sources in turn, with what the page shows', async () => {
    const { status, tracks, more, errors } = await search({ query: 'piano' });
    expect([status, more, errors]).toEqual([200, false, []]);
    expect(tracks.map(({ sourceName }) => sourceName).slice(0, 3)).toEqual([
      'Openverse',
      'Internet Archive',
      'Openverse',
    ]);
    expect(tracks[0]).toEqual({
      source: 'openverse',
      sourceName: 'Openverse',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'Morning Field',
      artist: "Cutroom's music generator",
      license: { name: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/', terms: [] },
      duration: 56.471,
      page: `${PUBLIC_URL}/standins/openverse/pages/morning-field`,
      listenUrl: expect.stringMatching(/^\/media\/music\/preview\?source=openverse&id=[\da-f-]{36}$/),
    });
    expect(tracks[1]).toMatchObject({
      source: 'archive',
      id: 'generated-empty-house/Empty House.wav',
      title: 'Empty House',
      page: `${PUBLIC_URL}/standins/archive/details/generated-empty-house`,
    });
  });

  // product 22.17
  it('filters by mood, with words or without', async () => {
    expect(await titles({ mood: 'calm' })).toEqual(['Morning Field', 'Harbour Lights']);
    expect(await titles({ mood: 'calm', query: 'piano' })).toEqual(['Morning Field']);
    expect(await titles({ query: 'zebra' })).toEqual([]);
  });

  it('refuses a search without words and mood, and unknown moods', async () => {
    for (const query of [{}, { query: '  ' }, { mood: 'angry' }, { query: 'x', page: 0 }] as object[])
      expect((await search(query as Record<string, string>)).status).toBe(400);
  });

  // product 22.19
  it('shows one source, and a message about the other one that failed', async () => {
    await sites.fail('archive', 'error');
    const { status, tracks, errors } = await search({ mood: 'happy' });
    expect([status, tracks.map(({ source }) => source)]).toEqual([200, ['openverse']]);
    expect(errors).toEqual([{ source: 'archive', message: 'Internet Archive is failing (500).' }]);
  });

  it('retries a source whose connection broke, and caches what it found', async () => {
    await sites.fail('openverse', 'broken', 1);
    expect(await titles({ mood: 'happy' })).toEqual(['Market Day', 'Paper Kites']);
    expect(await sites.calls('openverse')).toHaveLength(2);
    expect(await titles({ mood: 'happy' })).toEqual(['Market Day', 'Paper Kites']);
    expect(await sites.calls('openverse')).toHaveLength(2);
  });

  // product 22.19
  it('fails with the reasons of all sources, and pauses a source that asks for it', async () => {
    await sites.fail('openverse', 'quota');
    await sites.fail('archive', 'unauthorized');
    const failed = await search({ mood: 'sad' });
    expect([failed.status, failed.body.code]).toEqual([502, 'search_failed']);
    const messages = failed.body.details.sources.map(({ message }: { message: string }) => message);
    expect(messages).toEqual([
      'Openverse received too many requests and accepts no searches for now.',
      'Internet Archive refuses requests of this installation (401).',
    ]);
    await search({ mood: 'dark' });
    expect(await sites.calls('openverse')).toHaveLength(1);
  });
});

/** Returns a result of Openverse, as its API documents it. */
const audio = (index: number, facts: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  title: `Song ${index}`,
  creator: 'Ann',
  license: 'by',
  license_version: '4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  foreign_landing_url: `https://www.jamendo.com/track/${index}`,
  url: `https://prod-1.storage.jamendo.com/?trackid=${index}&format=mp32`,
  duration: 180_000,
  filesize: null,
  filetype: 'mp32',
  genres: ['ambient'],
  ...facts,
});
const openverse = await startFakeServer(() => ({ body: results([audio(1)]) }));
const results = (list: unknown[]) => ({ result_count: list.length, page_count: 3, page: 1, results: list });

/** Returns an item of the Internet Archive. */
const item = (facts: object = {}) => ({
  metadata: {
    title: 'An album',
    creator: ['Ann', 'Bob'],
    licenseurl: 'http://creativecommons.org/licenses/by-sa/3.0/',
    ...facts,
  },
  files: [
    { name: 'cover.jpg', format: 'JPEG', size: '1000' },
    { name: '01 Dawn.flac', format: 'Flac', size: '20000000', length: '61.5', title: 'Dawn' },
    { name: '01 Dawn.mp3', format: 'VBR MP3', size: '2000000', length: '01:02', original: '01 Dawn.flac' },
    { name: '01 Dawn.ogg', format: 'Ogg Vorbis', size: '1000000', original: '01 Dawn.flac' },
    { name: 'disc 2/02 Noon.mp3', format: 'VBR MP3', size: 'unknown' },
    { name: '03 Long.mp3', format: 'VBR MP3', size: '1', length: '31:00' },
  ],
});
const docs = (count: number, licenseurl = 'http://creativecommons.org/licenses/by/3.0/') =>
  Array.from({ length: count }, (_, index) => ({ identifier: `item_${index}`, licenseurl }));
const archive = await startFakeServer(({ path }) => ({
  body: path.startsWith('/metadata/') ? item() : { response: { numFound: 9, docs: docs(1) } },
}));
const real = await openTestBackend({
  MUSIC_SEARCH: 'on',
  OPENVERSE_API_URL: openverse.url,
  MUSIC_ARCHIVE_API_URL: archive.url,
  SEARCH_TIMEOUT_MS: '30000',
});
const realApp = await openTestApp(real);
const { cookie: realCookie } = await createUser(real);
let queries = 0;
/** Searches with a word that has not been searched for before. */
const searchReal = (params: Record<string, string> = {}) =>
  search({ query: `word${(queries += 1)}`, ...params }, realApp, realCookie);

describe('a search with the real APIs', () => {
  afterEach(() => {
    openverse.reset();
    archive.reset();
  });

  // product 22.17
  it('requests only music that films may use', async () => {
    const { more } = await searchReal({ query: 'piano "solo"', mood: 'calm', page: '2' });
    expect(more).toBe(true);
    const [first] = openverse.received;
    expect(Object.fromEntries(new URL(first!.path, openverse.url).searchParams)).toEqual({
      q: 'piano "solo" calm',
      category: 'music',
      license_type: 'commercial,modification',
      page: '2',
      page_size: '20',
    });
    const params = new URL(archive.received[0]!.path, archive.url).searchParams;
    expect(params.get('q')).toMatch(
      /^\(piano solo\) AND subject:\(calm OR relaxing OR peaceful\) AND mediatype:audio AND licenseurl:\*creativecommons\* AND NOT licenseurl:\*nc\* AND NOT licenseurl:\*nd\* AND NOT collection:\(librivoxaudio OR .+\) AND NOT access-restricted-item:true$/,
    );
    expect([params.get('page'), params.get('output'), params.getAll('fl[]')]).toEqual([
      '2',
      'json',
      ['identifier', 'licenseurl'],
    ]);
  });

  // product 22.18
  it('leaves out licences that forbid adaptations or commercial use, and names the terms of others', async () => {
    const licensed = (index: number, path: string) =>
      audio(index, { license_url: `https://creativecommons.org/${path}` });
    openverse.failNext({
      body: results([
        licensed(1, 'licenses/by-nd/4.0/'),
        licensed(2, 'licenses/by-nc/4.0/'),
        licensed(6, 'licenses/by-sa/4.0/'),
        licensed(3, 'licenses/sampling+/1.0/'),
        licensed(4, 'publicdomain/zero/1.0/'),
        audio(5, { license_url: null }),
      ]),
    });
    const { tracks } = await searchReal();
    const summaries = tracks.map(({ source, license: { name, terms } }) => [source, name, ...terms]);
    expect(summaries).toEqual([
      ['openverse', 'CC BY-SA 4.0', 'sharealike'],
      ['archive', 'CC BY-SA 3.0', 'sharealike'],
      ['openverse', 'CC0'],
      ['archive', 'CC BY-SA 3.0', 'sharealike'],
    ]);
  });

  it('returns the tracks of an item, each once, with its smallest good file', async () => {
    const archiveTracks = (await searchReal()).tracks.filter(({ source }) => source === 'archive');
    expect(archiveTracks.map(({ id, title, artist, duration }) => [id, title, artist, duration])).toEqual([
      ['item_0/01 Dawn.mp3', 'Dawn', 'Ann, Bob', 62],
      ['item_0/disc 2/02 Noon.mp3', 'disc 2/02 Noon', 'Ann, Bob', 0],
    ]);
  });

  it('skips results that violate the protocol, and bounds long lists', async () => {
    const hostile = [
      null,
      'text',
      { id: '../../etc', title: 'No id' },
      audio(1, { title: '<img src=x onerror=alert(1)>Song', foreign_landing_url: 'javascript:alert(1)' }),
      audio(2, { url: 'file:///etc/passwd' }),
      audio(3, { title: { a: 1 }, creator: 7, duration: 'long', filesize: -1 }),
    ];
    openverse.failNext({ body: results(hostile) });
    const files = [{ name: '\uD800.mp3' }, { name: 7 }, null, { name: 'Noon.mp3', length: [1], size: {} }];
    archive.failNext(
      { body: { response: { numFound: 1e9, docs: [null, { identifier: '../x' }, ...docs(5000)] } } },
      { body: { ...item(), files } },
    );
    const { tracks } = await searchReal();
    expect(tracks.filter(({ id }) => /^item_\d\/Noon\.mp3$/.test(id))).toHaveLength(1);
    const own = tracks.filter(({ source }) => source === 'openverse');
    expect(own.map(({ title, artist, duration, page }) => [title, artist, duration, page])).toEqual([
      ['Song', 'Ann', 180, `https://openverse.org/audio/${audio(1).id}`],
      ['Untitled', 'Unknown artist', 0, 'https://www.jamendo.com/track/3'],
    ]);
    expect(archive.received).toHaveLength(7);
    openverse.failNext({ body: results(Array.from({ length: 3000 }, (_, index) => audio(index))) });
    expect((await searchReal()).tracks.filter(({ source }) => source === 'openverse')).toHaveLength(20);
  });

  // product 22.19
  it('reports unreadable responses, and a source that takes too long', async () => {
    archive.failNext({ body: '<html>' });
    expect((await searchReal()).errors).toEqual([
      { source: 'archive', message: 'Internet Archive sent an unreadable response.' },
    ]);
    openverse.failAlways('hang');
    archive.failAlways('hang');
    const hasty = {
      ...real,
      musicSources: openMusicSources(real.config),
      config: { ...real.config, searchTimeoutMs: 100 },
    };
    const musicQuery = { query: 'x', mood: undefined, page: 1 };
    const late = searchMusic(hasty, new AbortController(), musicQuery);
    await expect(late).rejects.toMatchObject({
      code: 'search_failed',
      details: {
        sources: [
          { source: 'openverse', message: 'Openverse took too long to respond.' },
          { source: 'archive', message: 'Internet Archive took too long to respond.' },
        ],
      },
    });
  });

  it('finds nothing in an installation without sources, and reports it', async () => {
    const musicQuery = { query: 'x', mood: undefined, page: 1 };
    expect(await searchMusic({ ...real, musicSources: [] }, new AbortController(), musicQuery)).toEqual({
      tracks: [],
      more: false,
      errors: [{ source: 'all', message: 'Music search is not set up here. Upload a file instead.' }],
    });
  });
});
