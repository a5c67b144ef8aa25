import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import type { Project } from '#contract/projects.ts';
import { shareSchema } from '#contract/sharing.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const TITLE = 'Ünï "film" / বাংলা';
const BYTES = randomBytes(50_000);

/** Creates a user with a project and, by default, its film, and returns API calls as that user. */
async function creator({ film = true } = {}) {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  await backend.db.updateTable('projects').set({ title: TITLE }).where('id', '=', projectId).execute();
  if (film) await addFilm(backend, { userId: user.id, projectId, bytes: BYTES });
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    app.inject({
      method,
      url: `/api/projects/${projectId}${path}`,
      headers: { cookie: user.cookie },
      ...(payload && { payload }),
    });
  const share = async (language = '') =>
    shareSchema.parse((await call('POST', `/share${language && `?language=${language}`}`)).json()).url;
  const linkOf = async (language: string) =>
    ((await call('GET')).json() as Project).films.find((film) => film.language === language)?.shareUrl;
  return { user, projectId, call, share, linkOf };
}

/** Opens a link as a visitor without a session. */
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

describe('a shared film', () => {
  it('is a file that anyone can download, whole or in parts, under its name', async () => {
    const { share } = await creator();
    const url = await share();
    expect(url).toMatch(/^\/media\/share\/[\w-]{64}\/[^/]+\.mp4$/);
    for (const method of ['HEAD', 'GET'] as const) {
      const answer = await open(url, {}, method);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(BYTES.length),
        'accept-ranges': 'bytes',
      });
      // RFC 6266, without characters that file systems refuse.
      const name = decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1]!);
      expect(name).toBe('Ünï "film"   বাংলা.mp4');
      expect(answer.rawPayload.equals(method === 'GET' ? BYTES : Buffer.alloc(0))).toBe(true);
      // Always revalidated: otherwise a revoked link would keep working.
      expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    }
    const part = await open(url, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(BYTES.subarray(100, 200))).toBe(true);
    expect((await open(url, { range: 'bytes=60000-' })).statusCode).toBe(416);
  });

  // product 20.13
  it('has the terms of the call that creates its link, from its first request on', async () => {
    const { call } = await creator();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { expiresAt, password: 'river stone', downloads: false };
    const created = shareSchema.parse((await call('POST', '/share', terms)).json());
    expect(created).toMatchObject({ expiresAt, hasPassword: true, downloads: false });
    expect((await open(created.watchUrl)).statusCode).toBe(401);
    // An existing link keeps its settings.
    expect(shareSchema.parse((await call('POST', '/share')).json())).toEqual(created);
    expect(shareSchema.parse((await call('POST', '/share', { downloads: true })).json())).toEqual({
      ...created,
      downloads: true,
    });
  });

  it('is not shared by a call whose terms are refused', async () => {
    const { call, linkOf } = await creator();
    const answer = await call('POST', '/share', { expiresAt: new Date(Date.now() - 1000).toISOString() });
    expect(answer.statusCode).toBe(422);
    expect((await call('POST', '/share', { password: 'x'.repeat(201) })).statusCode).toBe(400);
    expect(await linkOf('en')).toBeNull();
  });

  it('may have the longest possible title', async () => {
    const { call, share } = await creator();
    await call('PATCH', '', { title: 'বাংলা'.repeat(40) });
    const url = await share();
    expect(url.length).toBeGreaterThan(1800);
    expect((await open(url)).statusCode).toBe(200);
  });

  // product 2.124
  it('has one link, however often and concurrently it is shared', async () => {
    const { share, linkOf } = await creator();
    const urls = await Promise.all([share(), share(), share()]);
    expect(new Set([...urls, await share()]).size).toBe(1);
    expect(await linkOf('en')).toBe(urls[0]);
    const other = await (await creator()).share();
    expect(other.split('/')[3]).not.toBe(urls[0]!.split('/')[3]);
  });

  // product 2.124
  it('is always the newest film of its language, also at the address of an earlier title', async () => {
    const { user, projectId, call, share } = await creator();
    const url = await share();
    const newer = randomBytes(1000);
    await addFilm(backend, { userId: user.id, projectId, bytes: newer });
    await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(1000), language: 'hi' });
    await call('PATCH', '', { title: 'Another title' });
    const answer = await open(url);
    expect(answer.rawPayload.equals(newer)).toBe(true);
    expect(answer.headers['content-disposition']).toContain('filename="Another title.mp4"');
    expect(await share('en')).toMatch(/Another%20title\.mp4$/);
  });

  // product 4.56
  it('has a separate link in each language, which is revoked separately', async () => {
    const { user, projectId, call, share, linkOf } = await creator();
    const hindi = randomBytes(1000);
    await addFilm(backend, { userId: user.id, projectId, bytes: hindi, language: 'hi' });
    const [en, hi] = await Promise.all([share('en'), share('hi')]);
    expect((await open(en)).rawPayload.equals(BYTES)).toBe(true);
    expect((await open(hi)).rawPayload.equals(hindi)).toBe(true);
    expect([await linkOf('en'), await linkOf('hi')]).toEqual([en, hi]);
    // Without a language, the newest film is shown.
    expect(await share()).toBe(hi);
    expect((await call('POST', '/share?language=bn')).statusCode).toBe(409);
    expect((await call('DELETE', '/share?language=en')).statusCode).toBe(204);
    expect([(await open(en)).statusCode, (await open(hi)).statusCode]).toEqual([404, 200]);
    expect([await linkOf('en'), await linkOf('hi')]).toEqual([null, hi]);
    const second = await share('en');
    expect(second).not.toBe(en);
    expect((await call('DELETE', '/share')).statusCode).toBe(204);
    expect([(await open(second)).statusCode, (await open(hi)).statusCode]).toEqual([404, 404]);
  });

  it.each([
    ['en', 'en'],
    [null, 'hi'],
  ])('stays available at a link from before films had their own, of %s', async (shareLanguage, opens) => {
    const { user, projectId, call, share, linkOf } = await creator();
    const films = { en: BYTES, hi: randomBytes(1000) };
    await addFilm(backend, { userId: user.id, projectId, bytes: films.hi, language: 'hi' });
    const secret = randomBytes(32);
    await backend.db
      .updateTable('projects')
      .set({ shareToken: secret.toString('base64url'), shareLanguage })
      .where('id', '=', projectId)
      .execute();
    const id = Buffer.from(projectId.replaceAll('-', ''), 'hex');
    const older = `/media/share/${Buffer.concat([id, secret]).toString('base64url')}/x.mp4`;
    expect((await open(older)).rawPayload.equals(films[opens as 'en' | 'hi'])).toBe(true);
    // A film has only this link, which ends with the film.
    expect((await share(opens)).split('/')[3]).toBe(older.split('/')[3]);
    const other = opens === 'en' ? 'hi' : 'en';
    expect(await linkOf(other)).toBeNull();
    await call('DELETE', `/share?language=${other}`);
    expect((await open(older)).statusCode).toBe(200);
    await call('DELETE', `/share?language=${opens}`);
    expect((await open(older)).statusCode).toBe(404);
  });

  it('requires a film', async () => {
    const { call } = await creator({ film: false });
    const answer = await call('POST', '/share');
    expect(answer.statusCode).toBe(409);
    expect(errorBodySchema.parse(answer.json()).message).toBe(
      'Video is not available for sharing or still being generated. Please try again later.',
    );
    expect(((await call('GET')).json() as Project).films).toEqual([]);
  });

  it('is gone immediately when it is no longer shared; sharing again creates another link', async () => {
    const { call, share } = await creator();
    const url = await share();
    const { etag } = (await open(url)).headers;
    expect((await open(url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await call('DELETE', '/share')).statusCode).toBe(204);
    expect((await open(url)).statusCode).toBe(404);
    // Not even a cached copy may be displayed.
    expect((await open(url, { 'if-none-match': String(etag) })).statusCode).toBe(404);
    expect((await call('DELETE', '/share')).statusCode).toBe(204);
    const second = await share();
    expect(second).not.toBe(url);
    expect((await open(url)).statusCode).toBe(404);
    expect((await open(second)).statusCode).toBe(200);
  });

  it('does not work while its project is deleted', async () => {
    const { call, share } = await creator();
    const url = await share();
    await call('DELETE');
    expect((await open(url)).statusCode).toBe(404);
    await call('POST', '/restore');
    expect((await open(url)).statusCode).toBe(200);
  });

  it('reveals nothing to callers with a wrong link, and shows a friendly page in a browser', async () => {
    const { call, share } = await creator();
    const url = await share();
    const [, , , token, name] = url.split('/');
    const changed = `${token!.slice(0, -1)}${token!.endsWith('A') ? 'B' : 'A'}`;
    const nobodys = randomBytes(48).toString('base64url');
    const wrong = [changed, nobodys, token!.slice(0, 63), `${token}A`, 'x', 'ü'];
    const bodies = new Set<string>();
    for (const candidate of wrong) {
      const answer = await open(`/media/share/${candidate}/${name}`);
      expect([candidate, answer.statusCode]).toEqual([candidate, 404]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-disposition']).toBeUndefined();
      bodies.add(errorBodySchema.parse(answer.json()).message);
    }
    for (const candidate of ['%2e%2e', '']) {
      expect((await open(`/media/share/${candidate}/${name}`)).statusCode).toBe(404);
    }
    await call('DELETE', '/share');
    bodies.add((await open(url)).json().message);
    expect([...bodies]).toEqual(['This video is no longer shared, or the link is incomplete.']);
    const page = await open(url, { accept: 'text/html,*/*' });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Please ask whoever sent you the link for a new one.');
  });
});
