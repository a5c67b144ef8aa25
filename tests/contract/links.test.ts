import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Video, videoSchema } from '#contract/videos.ts';
import { PASSED_ON } from '#core/child-environment.ts';
import { createGuard } from '#core/guard/guard.ts';
import { upsertVideos } from '#core/repositories/videos.ts';
import { writeFakeYtDlp } from '../helpers/outside/fake-yt-dlp.ts';
import { startFileSite } from '../helpers/outside/file-site.ts';
import { ffmpeg, ffprobe, makeSource } from '../helpers/media/lavfi.ts';
import { createVideos, openTestApp, openTestBackend } from '../helpers/services/backend.ts';
import { createUser } from '../helpers/data/user.ts';

const NOT_FOR_SERVERS = 'This site does not let servers download this video. Upload the file instead.';
const OLD = '2024.01.15';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-links-'));
const at = (name: string) => join(dir, name);
// Two seconds with a title of their own; five megabytes whose table of contents is at the end; a picture.
await makeSource(at('titled.mp4'), {
  seconds: 2,
  args: ['-metadata', 'title=A river\tin spring', '-movflags', '+faststart'],
});
await makeSource(at('long.mov'), {
  seconds: 27,
  picture: 'testsrc2=s=160x90:r=10:d=27',
  args: ['-c:a', 'pcm_s16le', '-ac', '2'],
});
const rate = ['-b:v', '1500k', '-minrate', '1500k', '-maxrate', '1500k', '-bufsize', '2000k'];
const stream = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=20', '-c:v', 'mpeg2video', ...rate];
await ffmpeg(...stream, at('stream.ts'));
await ffmpeg('-f', 'lavfi', '-i', 'color=c=red:s=1200x600', '-frames:v', '1', at('picture.png'));

let knocks = 0;
const canary = net.createServer(() => (knocks += 1)).listen(0, '127.0.0.1');
await once(canary, 'listening');
const inside = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/secret`;

const page = (text: string) => ({ content: Buffer.from(`<!doctype html>${text}`), type: 'text/html' });
const site = await startFileSite({
  '/titled.mp4': { content: await readFile(at('titled.mp4')) },
  '/my_long-film.mov': { content: await readFile(at('long.mov')), type: 'video/quicktime' },
  '/dl': {
    content: await readFile(at('long.mov')),
    type: 'application/octet-stream',
    headers: { 'content-disposition': `attachment; filename*=UTF-8''Winter%20walk.mov` },
  },
  '/stream.ts': { content: await readFile(at('stream.ts')), type: 'video/mp2t' },
  '/noise': { content: randomBytes(3_000_000), type: 'video/mp4' },
  '/unknown-noise': { content: randomBytes(5000), type: 'application/octet-stream' },
  '/picture.png': { content: await readFile(at('picture.png')), type: 'image/png' },
  '/vi/dQw4w9WgXcQ/mqdefault.jpg': { content: await readFile(at('picture.png')), type: 'image/png' },
  '/huge.mp4': { content: Buffer.alloc(1000), headers: { 'content-range': 'bytes 0-999/5000000000' } },
  '/lecture': page(
    JSON.stringify({ title: 'A lecture', duration: 61.5, thumbnail: null, uploader: 'A school' }),
  ),
  '/empty-page': page('error: Unsupported URL: it'),
  '/members-only': page('error: Sign in to confirm your age'),
  '/busy-page': page('error: HTTP Error 503: Service Unavailable'),
});
const ytDlp = await writeFakeYtDlp(dir, OLD);
const backend = await openTestBackend({ LINK_HOSTS: site.host, YT_DLP_PATH: ytDlp.path });
const app = await openTestApp(backend);
const { db } = backend;

afterAll(async () => {
  canary.close();
  await site.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  site.reset();
  knocks = 0;
});

const post = (url: string, cookie: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: { cookie }, payload });
const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
const extract = async (user: { cookie: string }, path: string) => {
  const answer = await post('/api/videos/extract', user.cookie, { url: site.url + path });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return videoSchema.parse(answer.json());
};

describe('POST /api/videos/extract', () => {
  it("tells a file's own title and length, and shows a picture of it", async () => {
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

  it('reads little of a large file whose table of contents is at its end', async () => {
    const video = await extract(await createUser(backend), '/my_long-film.mov');
    expect([video.title, video.duration]).toEqual(['My long film', 27]);
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([
      'bytes=0-2097151',
      expect.stringMatching(/^bytes=\d{7}-/),
    ]);
  });

  it('takes the length of a part for that of no file', async () => {
    expect((await extract(await createUser(backend), '/stream.ts')).duration).toBe(600);
    expect(site.files['/stream.ts']!.content.length).toBeGreaterThan(2 ** 21);
  });

  it('takes the name that a site gives a file', async () => {
    expect((await extract(await createUser(backend), '/dl')).title).toBe('Winter walk');
  });

  it("stands in with the product's words where nothing is known", async () => {
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

  it('gives the same video for the same link, and each user their own', async () => {
    const [user, other] = await Promise.all([createUser(backend), createUser(backend)]);
    const [first, again, others] = [
      await extract(user, '/titled.mp4'),
      await extract(user, '/titled.mp4#t=3'),
      await extract(other, '/titled.mp4'),
    ];
    expect(again.id).toBe(first.id);
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
    [inside, 422, /^Addresses with the port \d+ are not taken here\.$/],
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
    expect(knocks).toBe(0);
  });

  it.each([401, 403, 451])('says what to do where a site refuses with %i', async (status) => {
    site.failAlways({ status });
    const { cookie } = await createUser(backend);
    const answer = await post('/api/videos/extract', cookie, { url: `${site.url}/titled.mp4` });
    expect([answer.statusCode, answer.json().message]).toEqual([422, NOT_FOR_SERVERS]);
  });

  it('is not led inside by a redirect', async () => {
    site.failAlways({ status: 302, headers: { location: inside } });
    const { cookie } = await createUser(backend);
    expect((await post('/api/videos/extract', cookie, { url: `${site.url}/x` })).statusCode).toBe(422);
    expect(knocks).toBe(0);
  });

  it('says what the installation can, and what it cannot without yt-dlp', async () => {
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
      return [answer.statusCode, answer.json().message];
    };
    expect(await refused(`${site.url}/lecture`)).toEqual([
      422,
      expect.stringMatching(/^This link leads to a page/),
    ]);
    for (const url of ['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871']) {
      expect(await refused(url)).toEqual([422, NOT_FOR_SERVERS]);
    }
  });
});

it('gives the still of a YouTube id before anything is known of its video, and a placeholder without one', async () => {
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

describe('POST /api/projects/process with links', () => {
  const process = (user: { cookie: string }, videoIds: string[], links?: { id: string; url: string }[]) =>
    post('/api/projects/process', user.cookie, { videoIds, projectTitle: 'Links', ...(links && { links }) });
  const creditsOf = async (user: { cookie: string }) =>
    (await get('/api/user/credits', user.cookie)).json().totalCredits as number;
  const videosOf = (projectId: string) =>
    db
      .selectFrom('project_videos')
      .innerJoin('videos', 'videos.id', 'project_videos.video_id')
      .selectAll('videos')
      .where('project_id', '=', projectId)
      .orderBy('position')
      .execute();

  it("makes cards of the page's own videos of their user, each once, and asks nobody outside", async () => {
    const user = await createUser(backend);
    const [hit] = await createVideos(backend, 1);
    const url = `${site.url}/titled.mp4`;
    const links = [
      { id: 'manual_dQw4w9WgXcQ_1', url: 'https://youtu.be/dQw4w9WgXcQ' },
      { id: 'manual_abc_2', url },
      { id: 'manual_abc_3', url },
      { id: 'manual_left-out_4', url: 'http://example.com/never-selected.mp4' },
    ];
    const answer = await process(user, ['manual_abc_2', hit!, 'manual_dQw4w9WgXcQ_1', 'manual_abc_3'], links);
    expect(answer.statusCode).toBe(200);
    const rows = await videosOf(answer.json().projectId);
    expect(rows.map((row) => [row.id, row.source, row.owner_id, row.url])).toEqual([
      ['manual_abc_2', 'link', user.id, url],
      [hit, 'library', null, null],
      ['manual_dQw4w9WgXcQ_1', 'link', user.id, 'https://youtu.be/dQw4w9WgXcQ'],
    ]);
    expect([await creditsOf(user), site.requests.length]).toEqual([4, 0]);
  });

  it('knows a link again, whatever the page calls it, and never as what somebody else has', async () => {
    const [user, other] = await Promise.all([createUser(backend), createUser(backend)]);
    const extracted = await extract(user, '/titled.mp4');
    const url = `${site.url}/titled.mp4`;
    const again = await process(user, ['manual_new_9'], [{ id: 'manual_new_9', url }]);
    expect((await videosOf(again.json().projectId)).map(({ id }) => id)).toEqual([extracted.id]);
    const taken = await process(other, [extracted.id], [{ id: extracted.id, url }]);
    const [theirs] = await videosOf(taken.json().projectId);
    expect([theirs!.owner_id, theirs!.id === extracted.id]).toEqual([other.id, false]);
  });

  it.each([
    ['an id without a link', ['manual_x_1'], undefined, 422, 'unknown_video', 'manual_x_1'],
    [
      'a link of another id',
      ['manual_x_1'],
      [{ id: 'manual_y_1', url: 'http://example.com/' }],
      422,
      'unknown_video',
      'manual_x_1',
    ],
    [
      'a link that is none',
      ['manual_x_1'],
      [{ id: 'manual_x_1', url: 'film' }],
      400,
      'bad_request',
      'valid video URL',
    ],
    [
      'a link inside',
      ['manual_x_1'],
      [{ id: 'manual_x_1', url: 'http://10.0.0.1/' }],
      422,
      'unprocessable',
      'cannot be reached',
    ],
    [
      'the id of a hit',
      ['youtube_abc'],
      [{ id: 'youtube_abc', url: 'http://example.com/' }],
      400,
      'bad_request',
      'manual_',
    ],
    [
      'too many',
      Array.from({ length: 21 }, (_, i) => `manual_x_${i}`),
      undefined,
      422,
      'unprocessable',
      'At most 20 videos in one compilation.',
    ],
  ] as [string, string[], { id: string; url: string }[] | undefined, number, string, string][])(
    'refuses %s before a credit is touched',
    async (_, ids, links, status, code, words) => {
      const user = await createUser(backend);
      const answer = await process(user, ids, links);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
      expect(answer.json().message).toContain(words);
      expect(await creditsOf(user)).toBe(5);
      const left = await db.selectFrom('videos').select('id').where('owner_id', '=', user.id).execute();
      expect(left).toEqual([]);
    },
  );

  it('takes as many videos as this installation does', async () => {
    const small = await openTestBackend({ LINK_HOSTS: site.host, MAX_VIDEOS: '2' });
    const node = await openTestApp(small);
    expect((await node.inject('/api/config')).json().limits.maxVideos).toBe(2);
    const { cookie } = await createUser(small);
    const begin = async (count: number) => {
      const links = Array.from({ length: count }, (_, n) => ({
        id: `manual_many_${n}`,
        url: `${site.url}/many-${n}.mp4`,
      }));
      const payload = { videoIds: links.map(({ id }) => id), projectTitle: 'Many', links };
      const url = '/api/projects/process';
      const answer = await node.inject({ method: 'POST', url, headers: { cookie }, payload });
      return [answer.statusCode, answer.json().message];
    };
    expect(await begin(3)).toEqual([422, 'At most 2 videos in one compilation. Please select fewer.']);
    expect((await begin(2))[0]).toBe(200);
    await expect(openTestBackend({ MAX_VIDEOS: '101' })).rejects.toThrow('MAX_VIDEOS');
  });

  it('refuses videos that are known to be too long together', async () => {
    const user = await createUser(backend);
    const videos = [await extract(user, '/titled.mp4'), await extract(user, '/my_long-film.mov')];
    await db.updateTable('videos').set({ duration_ms: 7_300_000 }).where('owner_id', '=', user.id).execute();
    const answer = await process(
      user,
      videos.map(({ id }) => id),
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'These videos are longer than 4 hours together. Please select fewer.',
    ]);
    expect(await creditsOf(user)).toBe(5);
  });
});

describe("the filter 'Manual'", () => {
  it("gives those of this user's own videos that have one of the words, those with more of them first", async () => {
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

describe('pictures of other sites', () => {
  const hit = async (thumbnail: string) => {
    const found = {
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
    return (await upsertVideos(db, 'youtube', [found]))[0]!.id;
  };
  const picture = async (id: string) =>
    get(`/media/videos/${id}/thumbnail.jpg`, (await createUser(backend)).cookie);

  it('come through us, written anew and small, and are asked for once', async () => {
    const id = await hit(`${site.url}/picture.png?v=${randomBytes(4).toString('hex')}`);
    const first = await picture(id);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg']);
    await writeFile(at('got.jpg'), first.rawPayload);
    expect(await ffprobe(at('got.jpg'), '-show_entries', 'stream=codec_name,width,height')).toBe(
      'mjpeg,640,320',
    );
    expect((await picture(id)).rawPayload.equals(first.rawPayload)).toBe(true);
    expect(site.requests).toHaveLength(1);
  });

  it.each([
    ['a page', '/lecture'],
    ['nothing', '/not-there'],
    ['noise', '/noise'],
    ['a way inside', '/inside'],
  ])('are the placeholder where there is %s, and the site is left alone then', async (_, path) => {
    if (path === '/inside') site.failAlways({ status: 302, headers: { location: inside } });
    const id = await hit(`${site.url}${path}?v=${randomBytes(4).toString('hex')}`);
    const answer = await picture(id);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/placeholder.svg']);
    const asked = site.requests.length;
    expect((await picture(id)).statusCode).toBe(302);
    expect([site.requests.length - asked, knocks]).toEqual([0, 0]);
  });
});
