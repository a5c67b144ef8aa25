import { describe, expect, it } from 'vitest';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openLinks } from '../../helpers/calls/links.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const { site, backend, post, get, extract } = await openLinks();
const { db } = backend;

describe('POST /api/projects/process with links', () => {
  const process = (user: { cookie: string }, videoIds: string[], links?: { id: string; url: string }[]) =>
    post('/api/projects/process', user.cookie, { videoIds, projectTitle: 'Links', ...(links && { links }) });
  const creditsOf = async (user: { cookie: string }) =>
    (await get('/api/user/credits', user.cookie)).json().totalCredits as number;
  const videosOf = (projectId: string) =>
    db
      .selectFrom('projectVideos')
      .innerJoin('videos', 'videos.id', 'projectVideos.videoId')
      .selectAll('videos')
      .where('projectId', '=', projectId)
      .orderBy('position')
      .execute();

  // product 7.33
  it("creates cards for the page's own videos of their user, each once, without external requests", async () => {
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
    expect(rows.map((row) => [row.id, row.source, row.ownerId, row.url])).toEqual([
      ['manual_abc_2', 'link', user.id, url],
      [hit, 'library', null, null],
      ['manual_dQw4w9WgXcQ_1', 'link', user.id, 'https://youtu.be/dQw4w9WgXcQ'],
    ]);
    expect([await creditsOf(user), site.requests.length]).toEqual([4, 0]);
  });

  it("recognises a link, whatever the page's ID, and never reuses another user's", async () => {
    const [user, other] = await Promise.all([createUser(backend), createUser(backend)]);
    const extracted = await extract(user, '/titled.mp4');
    const url = `${site.url}/titled.mp4`;
    const second = await process(user, ['manual_new_9'], [{ id: 'manual_new_9', url }]);
    expect((await videosOf(second.json().projectId)).map(({ id }) => id)).toEqual([extracted.id]);
    const response = await process(other, [extracted.id], [{ id: extracted.id, url }]);
    const [theirs] = await videosOf(response.json().projectId);
    expect([theirs!.ownerId, theirs!.id === extracted.id]).toEqual([other.id, false]);
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
      'A compilation can have up to 20 videos.',
    ],
  ] as [string, string[], { id: string; url: string }[] | undefined, number, string, string][])(
    'refuses %s before a credit is touched',
    async (_, ids, links, status, code, words) => {
      const user = await createUser(backend);
      const answer = await process(user, ids, links);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
      expect(answer.json().message).toContain(words);
      expect(await creditsOf(user)).toBe(5);
      const remaining = await db.selectFrom('videos').select('id').where('ownerId', '=', user.id).execute();
      expect(remaining).toEqual([]);
    },
  );

  // product 5.35
  itInFullTier('accepts as many videos as this installation allows', async () => {
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
    expect(await begin(3)).toEqual([422, 'A compilation can have up to 2 videos. Select fewer.']);
    expect((await begin(2))[0]).toBe(200);
    await expect(openTestBackend({ MAX_VIDEOS: '101' })).rejects.toThrow('MAX_VIDEOS');
  });

  // product 5.35
  it('refuses videos that are known to be too long in total', async () => {
    const user = await createUser(backend);
    const videos = [await extract(user, '/titled.mp4'), await extract(user, '/my_long-film.mov')];
    await db.updateTable('videos').set({ durationMs: 7_300_000 }).where('ownerId', '=', user.id).execute();
    const answer = await process(
      user,
      videos.map(({ id }) => id),
    );
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'These videos are longer than 4 hours in total. Select fewer.',
    ]);
    expect(await creditsOf(user)).toBe(5);
  });
});
