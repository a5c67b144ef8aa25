import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { type Project, shareResultSchema } from '#contract/projects.ts';
import { addFilm } from '../helpers/film.ts';
import { createUser, openTestApp, openTestPlatform } from '../helpers/platform.ts';
import { createProject } from '../helpers/project.ts';

const platform = await openTestPlatform();
const app = await openTestApp(platform);
const TITLE = 'Ünï "film" / বাংলা';
const BYTES = randomBytes(50_000);

/** A user with a project and, unless told otherwise, its film; and calls of the API as that user. */
async function creator({ film = true } = {}) {
  const user = await createUser(platform);
  const { projectId } = await createProject(platform, user.id);
  await platform.db.updateTable('projects').set({ title: TITLE }).where('id', '=', projectId).execute();
  if (film) await addFilm(platform, { userId: user.id, projectId, bytes: BYTES });
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    app.inject({
      method,
      url: `/api/projects/${projectId}${path}`,
      headers: { cookie: user.cookie },
      ...(payload && { payload }),
    });
  const share = async () => shareResultSchema.parse((await call('POST', '/share')).json()).url;
  return { user, projectId, call, share };
}

/** Somebody without a session. */
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

describe('a shared film', () => {
  it('is a file that anybody may have, whole or in parts, under its name', async () => {
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
      // RFC 6266, with nothing in it that a file system minds.
      const name = decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1]!);
      expect(name).toBe('Ünï "film"   বাংলা.mp4');
      expect(answer.rawPayload.equals(method === 'GET' ? BYTES : Buffer.alloc(0))).toBe(true);
      // Never used again without asking: else a link that was taken back would go on.
      expect(answer.headers['cache-control']).toMatch(/no-cache|no-store/);
    }
    const part = await open(url, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(BYTES.subarray(100, 200))).toBe(true);
    expect((await open(url, { range: 'bytes=60000-' })).statusCode).toBe(416);
  });

  it('may have a title as long as titles are', async () => {
    const { call, share } = await creator();
    await call('PATCH', '', { title: 'বাংলা'.repeat(40) });
    const url = await share();
    expect(url.length).toBeGreaterThan(1800);
    expect((await open(url)).statusCode).toBe(200);
  });

  it('has one link, however often and however fast it is shared', async () => {
    const { call, share } = await creator();
    const urls = await Promise.all([share(), share(), share()]);
    expect(new Set([...urls, await share()]).size).toBe(1);
    expect(((await call('GET')).json() as Project).shareUrl).toBe(urls[0]);
    const other = await (await creator()).share();
    expect(other.split('/')[3]).not.toBe(urls[0]!.split('/')[3]);
  });

  it('is always the newest film, also under the address of an earlier title', async () => {
    const { user, projectId, call, share } = await creator();
    const url = await share();
    const newer = randomBytes(1000);
    await addFilm(platform, { userId: user.id, projectId, bytes: newer, language: 'hi' });
    await call('PATCH', '', { title: 'Another title' });
    const answer = await open(url);
    expect(answer.rawPayload.equals(newer)).toBe(true);
    expect(answer.headers['content-disposition']).toContain('filename="Another title.mp4"');
    expect(await share()).toMatch(/Another%20title\.mp4$/);
  });

  it('needs a film', async () => {
    const { call } = await creator({ film: false });
    const answer = await call('POST', '/share');
    expect(answer.statusCode).toBe(409);
    expect(errorBodySchema.parse(answer.json()).message).toBe(
      'Video is not available for sharing or still being generated. Please try again later.',
    );
    expect(((await call('GET')).json() as Project).shareUrl).toBeNull();
  });

  it('is gone at once when it is not shared any more; sharing again makes another link', async () => {
    const { call, share } = await creator();
    const url = await share();
    const { etag } = (await open(url)).headers;
    expect((await open(url, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await call('DELETE', '/share')).statusCode).toBe(204);
    expect((await open(url)).statusCode).toBe(404);
    // Not even a copy that the browser has may be shown.
    expect((await open(url, { 'if-none-match': String(etag) })).statusCode).toBe(404);
    expect((await call('DELETE', '/share')).statusCode).toBe(204);
    const again = await share();
    expect(again).not.toBe(url);
    expect((await open(url)).statusCode).toBe(404);
    expect((await open(again)).statusCode).toBe(200);
  });

  it('is gone while its project is deleted', async () => {
    const { call, share } = await creator();
    const url = await share();
    await call('DELETE');
    expect((await open(url)).statusCode).toBe(404);
    await call('POST', '/restore');
    expect((await open(url)).statusCode).toBe(200);
  });

  it('tells nothing to who has a wrong link, and says so kindly in a browser', async () => {
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
    expect([...bodies]).toEqual(['This video is not shared any more, or the link is not complete.']);
    const page = await open(url, { accept: 'text/html,*/*' });
    expect(page.statusCode).toBe(404);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Please ask whoever sent you the link for a new one.');
  });
});
