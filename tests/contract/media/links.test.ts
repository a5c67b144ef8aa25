import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Video } from '#contract/videos.ts';
import { PASSED_ON } from '#core/lib/child-environment.ts';
import { createGuard } from '#core/guard/guard.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { ffprobe } from '../../helpers/media/lavfi.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { OLD, openLinks } from '../../helpers/calls/links.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const NOT_FOR_SERVERS = 'This site does not let servers download this video. Upload the file instead.';
const { at, inside, site, ytDlp, backend, app, post, get, extract } = await openLinks();
const { db } = backend;

describe('POST /api/videos/extract', () => {
  it("returns a file's own title and length, and shows a still from the file", async () => {
    const user = await createUser(backend);
    const video = await extract(user, '/titled.mp4');
    expect(video).toEqual({
      id: expect.stringMatching(new RegExp(`^manual_${video.sourceId}_\\d{13}$`)),
      title: 'A river in spring',
      description: 'Manually added video',
      thumbnail: `/media/videos/${video.id}/thumbnail.jpg`,
      duration: expect.closeTo(2, 1),
      source: 'Manual',
      sourceId: expect.stringMatching(/^[0-9a-f]{24}$/),
      views: 'Unknown',
      channel: 'User Added',
      license: null,
      createdAt: null,
      userId: null,
    });
    const picture = await get(video.thumbnail, user.cookie);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await readdir(backend.tempDir)).toEqual([]);
  });

  it('reads little of a large file whose index is at its end', async () => {
    const video = await extract(await createUser(backend), '/my_long-film.mov');
    expect([video.title, video.duration]).toEqual(['My long film', 27]);
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([
      'bytes=0-2097151',
      expect.stringMatching(/^bytes=\d{7}-/),
    ]);
  });

  it('does not use the length of a part as that of the file', async () => {
    expect((await extract(await createUser(backend), '/stream.ts')).duration).toBe(600);
    expect(site.files['/stream.ts']!.content.length).toBeGreaterThan(2 ** 21);
  });

  it('uses the file name that a site provides', async () => {
    expect((await extract(await createUser(backend), '/dl')).title).toBe('Winter walk');
  });

  itInFullTier('uses placeholders if nothing is known', async () => {
    const video = await extract(await createUser(backend), '/noise');
    expect(video).toMatchObject({
      title: 'Video from 127.0.0.1',
      duration: 600,
      thumbnail: '/placeholder.svg',
    });
  });

  it('finds the video of a page', async () => {
    const video = await extract(await createUser(backend), '/lecture');
    expect(video).toMatchObject({
      title: 'A lecture',
      duration: 61.5,
      channel: 'A school',
      source: 'Manual',
    });
    const call = (await ytDlp.calls()).at(-1)!;
    const passedOn: readonly string[] = PASSED_ON;
    expect(Object.keys(call.env).filter((name) => !passedOn.includes(name))).toEqual(
      Object.keys(call.env).filter((name) => name.startsWith('__')),
    );
    expect(call.args.slice(-2)).toEqual(['--', `${site.url}/lecture`]);
    expect(call.args).toContain('--ignore-config');
  });

  it('returns the same video for the same link, but separate ones per user', async () => {
    const [user, other] = await Promise.all([createUser(backend), createUser(backend)]);
    const [first, repeated, others] = [
      await extract(user, '/titled.mp4'),
      await extract(user, '/titled.mp4#t=3'),
      await extract(other, '/titled.mp4'),
    ];
    expect(repeated.id).toBe(first.id);
    expect(others.id).not.toBe(first.id);
    const stolen = await post('/api/projects/process', other.cookie, {
      videoIds: [first.id],
      projectTitle: 'T',
    });
    expect([stolen.statusCode, stolen.json().details]).toEqual([422, { unknown: [first.id] }]);
    expect((await get(first.thumbnail, other.cookie)).statusCode).toBe(404);
  });

  const reach = (url: string) => (url.startsWith('/') ? site.url + url : url);
  it.each([
    ['film', 400, 'Please enter a valid video URL.'],
    ['ftp://example.com/film.mp4', 400, 'Please enter a valid video URL.'],
    [inside.url, 422, /^Addresses with the port \d+ are not accepted\.$/],
    ['http://127.0.0.1/film.mp4', 422, 'This address cannot be reached from here.'],
    ['http://[::ffff:127.0.0.1]/film.mp4', 422, 'This address cannot be reached from here.'],
    ['http://localhost/film.mp4', 422, 'This address cannot be reached from here.'],
    ['http://me:pw@example.com/', 422, 'Addresses with a user name or a password are not accepted.'],
    ['/nothing', 422, 'There is no video at this link any more.'],
    ['/picture.png', 422, /^This link does not lead to a video\. .* upload the file instead\.$/],
    ['/unknown-noise', 422, /^This link does not lead to a video\. .* upload the file instead\.$/],
    ['/huge.mp4', 422, 'This video is larger than 4 GB.'],
    ['/empty-page', 422, /^No video was found at this link\. .* \(yt-dlp 2024\.01\.15 .* is old/],
    ['/members-only', 422, new RegExp(`^${NOT_FOR_SERVERS} \\(yt-dlp 2024\\.01\\.15 .* is old`)],
    ['/busy-page', 503, 'The site of this link sent an invalid response.'],
  ])('answers %s with %i', async (url, status, message) => {
    const { cookie } = await createUser(backend);
    const answer = await post('/api/videos/extract', cookie, { url: reach(url) });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toMatch(message);
    expect(inside.knocks).toBe(0);
  });

  it.each([401, 403, 451])('explains what to do if a site refuses with %i', async (status) => {
    site.failAlways({ status });
    const { cookie } = await createUser(backend);
    const answer = await post('/api/videos/extract', cookie, { url: `${site.url}/titled.mp4` });
    expect([answer.statusCode, answer.json().message]).toEqual([422, NOT_FOR_SERVERS]);
  });

  it('does not follow a redirect to a private address', async () => {
    site.failAlways({ status: 302, headers: { location: inside.url } });
    const { cookie } = await createUser(backend);
    expect((await post('/api/videos/extract', cookie, { url: `${site.url}/x` })).statusCode).toBe(422);
    expect(inside.knocks).toBe(0);
  });

  it('reports what the installation supports, and what it lacks without yt-dlp', async () => {
    const config = (await app.inject('/api/config')).json();
    expect(config.links).toEqual({ pages: OLD, runtime: null, examples: null });
    expect(config.sources).toContainEqual(expect.objectContaining({ id: 'manual', available: true }));
    const bare = await openTestBackend({ LINK_HOSTS: site.host, YT_DLP_PATH: at('not-there') });
    const bareApp = await openTestApp(bare);
    expect((await bareApp.inject('/api/config')).json().links.pages).toBeNull();
    const { cookie } = await createUser(bare);
    const refused = async (url: string) => {
      const answer = await bareApp.inject({
        method: 'POST',
        url: '/api/videos/extract',
        headers: { cookie },
        payload: { url },
      });
      return [answer.statusCode, answer.json().message, answer.json().details];
    };
    const reason =
      'This server cannot find videos in web pages, because yt-dlp is not installed on it. Add the link of a video file, or upload the file instead.';
    for (const url of [`${site.url}/lecture`, 'https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871']) {
      expect(await refused(url)).toEqual([422, reason, { noPages: true }]);
    }
    expect(await refused(`${site.url}/nothing`)).toEqual([
      422,
      'There is no video at this link any more.',
      { noPages: false },
    ]);
  });
});

// product 3.15
it('returns the still of a YouTube ID before its video is known, and a placeholder without one', async () => {
  const aliases = [{ from: 'https://img.youtube.com/vi/', to: `${site.url}/vi/` }];
  const guard = createGuard({ ports: [80, 443], hosts: [], aliases });
  const node = await openTestApp({ ...backend, sources: { ...backend.sources, guard } });
  const { cookie } = await createUser(backend);
  const still = async (id: string) => {
    const answer = await node.inject({ url: `/media/youtube/${id}/still.jpg`, headers: { cookie } });
    return [answer.statusCode, answer.headers['content-type'], answer.headers['location']];
  };
  expect(await still('dQw4w9WgXcQ')).toEqual([200, 'image/jpeg', undefined]);
  expect((await still('00000000000')).slice(0, 3)).toEqual([302, undefined, '/placeholder.svg']);
  expect((await still('dQw4w9WgXc'))[0]).toBe(400);
  expect((await node.inject('/media/youtube/dQw4w9WgXcQ/still.jpg')).statusCode).toBe(401);
});

describe("the filter 'Manual'", () => {
  it("returns this user's own videos that have one of the words, those with more of them first", async () => {
    const [user, other] = await Promise.all([createUser(backend), createUser(backend)]);
    await createVideos(backend, 1);
    const search = async (query: string, who = user): Promise<Video[]> =>
      (await get(`/api/videos/search?source=manual&query=${encodeURIComponent(query)}`, who.cookie)).json();
    expect(await search('river')).toEqual([]);
    const river = await extract(user, '/titled.mp4');
    const film = await extract(user, '/my_long-film.mov');
    const ids = async (query: string) => (await search(query)).map(({ id }) => id);
    expect(await ids('added river')).toEqual([river.id, film.id]);
    expect(await ids('river')).toEqual([river.id]);
    expect(await ids('%')).toEqual([]);
    expect(await search('river', other)).toEqual([]);
    const long = await get('/api/videos/search?source=manual&query=added&duration=long', user.cookie);
    const second = await get('/api/videos/search?source=manual&query=added&limit=1&page=2', user.cookie);
    expect([long.json(), second.json().map(({ id }: Video) => id)]).toEqual([[], [river.id]]);
  });
});

describe('thumbnails of other sites', () => {
  const hit = async (thumbnail: string) => {
    const foundVideo = {
      sourceId: randomBytes(6).toString('hex'),
      title: 'A hit',
      description: null,
      thumbnail,
      url: null,
      durationMs: 1000,
      views: 'Unknown',
      channel: 'Tests',
      license: null,
    };
    return (await upsertVideos(db, 'youtube', [foundVideo]))[0]!.id;
  };
  const picture = async (id: string) =>
    get(`/media/videos/${id}/thumbnail.jpg`, (await createUser(backend)).cookie);

  itInFullTier(
    'thumbnails of other sites are served by us, re-encoded and small, and requested once',
    async () => {
      const id = await hit(`${site.url}/picture.png?v=${randomBytes(4).toString('hex')}`);
      const first = await picture(id);
      expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg']);
      await writeFile(at('got.jpg'), first.rawPayload);
      expect(await ffprobe(at('got.jpg'), '-show_entries', 'stream=codec_name,width,height')).toBe(
        'mjpeg,640,320',
      );
      expect((await picture(id)).rawPayload.equals(first.rawPayload)).toBe(true);
      expect(site.requests).toHaveLength(1);
    },
  );

  it.each([
    ['a page', '/lecture'],
    ['nothing', '/not-there'],
    ['noise', '/noise'],
    ['a redirect to an internal address', '/inside'],
  ])(
    'thumbnails of other sites are the placeholder if there is %s, and the site is not requested again',
    async (_, path) => {
      if (path === '/inside') site.failAlways({ status: 302, headers: { location: inside.url } });
      const id = await hit(`${site.url}${path}?v=${randomBytes(4).toString('hex')}`);
      const answer = await picture(id);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/placeholder.svg']);
      const requestCount = site.requests.length;
      expect((await picture(id)).statusCode).toBe(302);
      expect([site.requests.length - requestCount, inside.knocks]).toEqual([0, 0]);
    },
  );
});
