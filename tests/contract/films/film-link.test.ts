import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { joinFilm } from '#contract/jobs/generation.ts';
import type { Project } from '#contract/projects.ts';
import { upsertFilm } from '#core/repositories/projects/films.ts';
import { createSession } from '#core/repositories/account/sessions.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const BYTES = randomBytes(100_000);
const TITLE = 'Ünï "film" বাংলা';

describe('finalVideoLink', () => {
  let link: string;
  let cookie: string;
  let projectId: string;

  beforeAll(async () => {
    const user = await createUser(backend);
    cookie = user.cookie;
    const project = await createProject(backend, user.id);
    projectId = project.projectId;
    await backend.db.updateTable('projects').set({ title: TITLE }).where('id', '=', projectId).execute();
    const run = await backend.db
      .insertInto('runs')
      .values({
        kind: 'generation',
        projectId,
        userId: user.id,
        language: 'en',
        status: 'completed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = createHash('sha256').update(BYTES).digest('hex');
    await backend.artifacts.build(joinFilm, key, user.id, async (dir) => {
      await writeFile(join(dir, 'film.mp4'), BYTES);
      const data = {
        durationMs: 30_000,
        bytes: BYTES.length,
        width: 1280,
        height: 720,
        gender: null,
        subtitles: 0,
        sections: [],
      };
      return { data, files: ['film.mp4'] };
    });
    const form = {
      language: 'en',
      quality: '720p',
      aspect: '16:9',
      framing: 'fit',
      burnedSubtitles: false,
      captionLook: PLAIN_CAPTIONS,
      credits: 'off',
      endFades: false,
    } as const;
    const film = { projectId, ...form, runId: run.id, artifactKey: key };
    await upsertFilm(backend.db, { ...film, snapshotAt: new Date() });
    const answer = await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie } });
    link = (answer.json() as Project).finalVideoLink!;
  });

  it('answers HEAD and GET requests with the right link, with a name and a length', async () => {
    for (const method of ['HEAD', 'GET'] as const) {
      const answer = await app.inject({ method, url: link });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(BYTES.length),
        'accept-ranges': 'bytes',
      });
      const name = decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1]!);
      expect(name).toBe(`${TITLE}.mp4`);
      expect(answer.rawPayload.equals(method === 'GET' ? BYTES : Buffer.alloc(0))).toBe(true);
    }
  });

  it('answers range requests: the middle, the end, and one beyond it', async () => {
    const ask = (range: string) => app.inject({ url: link, headers: { range } });
    const middle = await ask('bytes=1000-1999');
    expect(middle.statusCode).toBe(206);
    expect(middle.headers['content-range']).toBe(`bytes 1000-1999/${BYTES.length}`);
    expect(middle.rawPayload.equals(BYTES.subarray(1000, 2000))).toBe(true);
    expect((await ask('bytes=-10')).rawPayload.equals(BYTES.subarray(-10))).toBe(true);
    expect((await ask('bytes=200000-')).statusCode).toBe(416);
  });

  // product 9.35
  it('is refused if it was changed, and gone if it has expired', async () => {
    const changed = (name: string, value: string) => {
      const url = new URL(link, 'http://localhost');
      url.searchParams.set(name, value);
      return app.inject({ url: url.pathname + url.search });
    };
    expect((await changed('n', 'other.mp4')).statusCode).toBe(403);
    expect((await changed('e', '4000000000')).statusCode).toBe(403);
    expect((await changed('s', '')).statusCode).toBe(403);
    const { createSigner } = await import('#core/storage/signing.ts');
    const key = new URL(link, 'http://localhost').searchParams.get('k')!;
    const long = createSigner(backend.config.secret, () => Date.now() - 7_200_000);
    const file = { artifactKey: key, file: 'film.mp4', name: 'film.mp4' };
    const old = long.of('a-session').sign({ id: projectId, linksVersion: 0 }, file, 3600);
    expect((await app.inject({ url: old })).statusCode).toBe(410);
  });

  // product 4.31, 5.21
  it('is returned by video-link, generate with isview, and the download path', async () => {
    const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
      app.inject({
        method,
        url: `/api/projects/${projectId}${path}`,
        headers: { cookie },
        ...(payload && { payload }),
      });
    const fresh = (await ask('GET', '/video-link')).json().finalVideoLink;
    expect((await app.inject({ method: 'HEAD', url: fresh })).statusCode).toBe(200);
    expect((await ask('POST', '/generate', { isview: true })).json()).toMatchObject({
      finalVideoLink: expect.stringContaining('/media/signed'),
    });
    expect((await ask('POST', '/generate', { isview: true, language: 'Hindi' })).statusCode).toBe(404);
    expect((await ask('GET', '/download?language=hi')).statusCode).toBe(404);
    const download = await ask('GET', '/download');
    expect(download.statusCode).toBe(302);
    expect((await app.inject({ method: 'HEAD', url: download.headers.location! })).statusCode).toBe(200);
  });

  // product 9.35
  it('is valid until the film is unshared, its project is deleted, or the requesting session ends', async () => {
    const user = await createUser(backend);
    const project = await createProject(backend, user.id);
    const film = { projectId: project.projectId, bytes: randomBytes(1000), vtt: 'WEBVTT\n' };
    await addFilm(backend, { userId: user.id, ...film });
    const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, ownCookie = user.cookie) => {
      const answer = await app.inject({ method, url, headers: { cookie: ownCookie } });
      expect([url, answer.statusCode < 300]).toEqual([url, true]);
      return answer;
    };
    const path = `/api/projects/${project.projectId}`;
    const linksOf = async (ownCookie?: string) => {
      const { films } = (await call('GET', path, ownCookie)).json() as Project;
      const { finalVideoLink, subtitles } = films[0]!;
      return [finalVideoLink, subtitles!.vtt, subtitles!.srt];
    };
    const statuses = async (links: string[]) =>
      Promise.all(links.map(async (url) => (await app.inject({ method: 'HEAD', url })).statusCode));
    const LIVE = [200, 200, 200];
    const ENDED = [410, 410, 410];

    await call('POST', `${path}/share`);
    const shared = await linksOf();
    expect(await statuses(shared)).toEqual(LIVE);
    await call('DELETE', `${path}/share`);
    expect(await statuses(shared)).toEqual(ENDED);

    const deleted = await linksOf();
    expect(await statuses(deleted)).toEqual(LIVE);
    await call('DELETE', path);
    expect(await statuses(deleted)).toEqual(ENDED);
    await call('POST', `${path}/restore`);
    expect(await statuses(deleted)).toEqual(LIVE);

    const { token } = await createSession(backend.db, user.id);
    const elsewhere = await linksOf(`cutroom=${token}`);
    const sessionLinks = await linksOf(`cutroom=${(await createSession(backend.db, user.id)).token}`);
    const own = await linksOf();
    expect([await statuses(own), await statuses(elsewhere), await statuses(sessionLinks)]).toEqual([
      LIVE,
      LIVE,
      LIVE,
    ]);
    await app.inject({ url: '/api/logout', headers: { cookie: `cutroom=${token}` } });
    expect([await statuses(own), await statuses(elsewhere)]).toEqual([LIVE, ENDED]);
    await call('DELETE', '/api/user/sessions');
    expect([await statuses(own), await statuses(sessionLinks)]).toEqual([ENDED, ENDED]);
  });

  it('is reported as being generated only while the film of that language is', async () => {
    const user = await createUser(backend);
    const project = await createProject(backend, user.id);
    const ask = async (language: string) => {
      const url = `/api/projects/${project.projectId}/video-link?language=${language}`;
      const answer = await app.inject({ url, headers: { cookie: user.cookie } });
      return [answer.statusCode, answer.json().details];
    };
    expect(await ask('hi')).toEqual([404, { generating: false }]);
    const run = { kind: 'generation', projectId: project.projectId, userId: user.id, language: 'hi' };
    await backend.db
      .insertInto('runs')
      .values({ ...run, status: 'running' })
      .execute();
    expect(await ask('hi')).toEqual([404, { generating: true }]);
    expect(await ask('en')).toEqual([404, { generating: false }]);
  });
});
