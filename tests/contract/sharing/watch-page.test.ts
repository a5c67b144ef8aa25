import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Share, type SharePatch, shareSchema } from '#contract/sharing.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const TITLE = 'A <b>film</b> & "more"';
const FIT = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
const VTT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst words\n\n00:00:12.000 --> 00:00:14.000\nLater words\n';

/** Creates a shared film, and sends calls as its creator and requests as somebody who only has its link. */
async function shared() {
  const user = await createUser(backend);
  const { projectId, sections } = await createProject(backend, user.id);
  const description = 'What it <i>is</i>';
  await backend.db
    .updateTable('projects')
    .set({ title: TITLE, description })
    .where('id', '=', projectId)
    .execute();
  const bytes = randomBytes(5000);
  const parts = (lengths: number[]) =>
    lengths.map((effectiveMs, index) => ({
      sectionId: sections[index]!.id,
      title: `Part ${index} <s>`,
      startMs: lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
      effectiveMs,
      fit: FIT,
    }));
  await addFilm(backend, { userId: user.id, projectId, bytes, vtt: VTT, sections: parts([10_000, 20_000]) });
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    cookie = user.cookie,
  ) => app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  const path = `/api/projects/${projectId}/share`;
  const { watchUrl, url } = shareSchema.parse((await call('POST', path)).json());
  const change = async (patch: SharePatch) => shareSchema.parse((await call('PATCH', path, patch)).json());
  return { user, projectId, bytes, parts, call, path, watchUrl, url, change };
}

const open = (url: string, cookie?: string) =>
  app.inject({ url, headers: { accept: 'text/html', ...(cookie && { cookie }) } });
const enter = (watchUrl: string, password: string, remoteAddress = '192.0.2.1') =>
  app.inject({
    method: 'POST',
    url: watchUrl,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams({ password }).toString(),
  });
/** The addresses in a page's attributes. */
const linksIn = (html: string) =>
  [...html.matchAll(/(?:src|href|poster)="(\/media\/share\/[^"]+)"/g)].map(([, link]) =>
    link!.replaceAll('&amp;', '&'),
  );

describe('a watch page', () => {
  // product 20.1, 20.3
  it('shows the film with title, chapters, captions and a download, and hides nothing in its markup', async () => {
    const { watchUrl, bytes } = await shared();
    const answer = await open(watchUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    const page = answer.body;
    expect(page).toContain('<title>A &lt;b&gt;film&lt;/b&gt; &amp; &quot;more&quot;</title>');
    expect(page).not.toMatch(/<b>|<i>|<s>/);
    expect(page).toContain('Part 1 &lt;s&gt;');
    expect(page).toContain('data-start="10"');
    const links = linksIn(page);
    const film = await open(links.find((link) => link.includes('/film.mp4'))!);
    expect([film.statusCode, film.rawPayload.equals(bytes)]).toEqual([200, true]);
    const captions = await open(links.find((link) => link.includes('/captions-en.vtt'))!);
    expect([captions.headers['content-type'], captions.body]).toEqual(['text/vtt; charset=utf-8', VTT]);
    const file = await open(links.find((link) => link.includes('d=1'))!);
    expect(file.headers['content-disposition']).toMatch(/^attachment;/);
    expect(file.rawPayload.equals(bytes)).toBe(true);
  });

  // product 20.3
  it('gives link previews its title, description and poster, nothing else', async () => {
    const { watchUrl } = await shared();
    const { body } = await open(watchUrl);
    const tags = [...body.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)];
    expect(Object.fromEntries(tags.map(([, name, value]) => [name, value]))).toEqual({
      'og:title': 'A &lt;b&gt;film&lt;/b&gt; &amp; &quot;more&quot;',
      'og:type': 'video.other',
      'og:description': 'What it &lt;i&gt;is&lt;/i&gt;',
      'og:image': `${backend.config.publicUrl}${watchUrl}/poster.jpg`,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'A &lt;b&gt;film&lt;/b&gt; &amp; &quot;more&quot;',
      'twitter:description': 'What it &lt;i&gt;is&lt;/i&gt;',
      'twitter:image': `${backend.config.publicUrl}${watchUrl}/poster.jpg`,
    });
  });

  // product 20.2
  it("has captions in the language of another film, at this film's times", async () => {
    const { user, projectId, parts, watchUrl } = await shared();
    const hindi = {
      userId: user.id,
      projectId,
      language: 'hi' as const,
      vtt: VTT.replaceAll('words', 'शब्द'),
    };
    await addFilm(backend, { ...hindi, bytes: randomBytes(10), sections: parts([5000, 40_000]) });
    const links = linksIn((await open(watchUrl)).body);
    expect(links.filter((link) => link.includes('/captions-')).map((link) => link.split(/[/?]/)[4])).toEqual([
      'captions-en.vtt',
      'captions-hi.vtt',
    ]);
    const { body } = await open(links.find((link) => link.includes('captions-hi'))!);
    // 1 s into 5 s is 2 s into 10 s; 7 s into 40 s is 3.5 s into 20 s, after the first 10 s.
    expect(body).toMatch(/00:00:02\.000 --> .*\nFirst शब्द/);
    expect(body).toMatch(/00:00:13\.500 --> .*\nLater शब्द/);
    expect((await open(`${watchUrl}/captions-bn.vtt`)).statusCode).toBe(404);
  });

  // product 20.10
  it('plays from a chapter without scripts, and accepts any start time', async () => {
    const { watchUrl } = await shared();
    expect((await open(`${watchUrl}?t=10`)).body).toMatch(/film\.mp4[^"]*#t=10"/);
    for (const t of ['-1', 'x', '1e99', '1"><script>']) {
      const answer = await open(`${watchUrl}?t=${encodeURIComponent(t)}`);
      expect([answer.statusCode, answer.body.includes('#t=')]).toEqual([200, false]);
    }
  });
});

describe('a password', () => {
  const SECRET = 'सही "password" & more';

  // product 20.4
  it('hides film, poster, captions and every word of the film from viewers without it', async () => {
    const { watchUrl, url, change, bytes } = await shared();
    const before = linksIn((await open(watchUrl)).body).filter((link) => link.includes('e='));
    expect(before.length).toBeGreaterThan(3);
    expect(await change({ password: SECRET })).toMatchObject({ hasPassword: true });
    const page = await open(watchUrl);
    expect(page.statusCode).toBe(401);
    expect(page.body).not.toMatch(/film&lt;|Part|og:|twitter:|What it|<video/);
    // Links issued before the password no longer work.
    for (const link of [
      ...before,
      url,
      `${watchUrl}/film.mp4`,
      `${watchUrl}/poster.jpg`,
      `${watchUrl}/captions-en.vtt`,
    ]) {
      const answer = await open(link);
      expect([link, answer.statusCode]).toEqual([link, 303]);
      expect(answer.rawPayload.includes(bytes.subarray(0, 50))).toBe(false);
    }
    const wrong = await enter(watchUrl, 'another');
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([403, undefined]);
    expect(wrong.body).toContain('Wrong password. Try again.');
    const right = await enter(watchUrl, SECRET.normalize('NFD'));
    expect([right.statusCode, right.headers.location]).toEqual([303, watchUrl]);
    const cookie = String(right.headers['set-cookie']);
    expect(cookie).toMatch(new RegExp(`Path=${watchUrl}; HttpOnly; SameSite=Lax`));
    const entered = await open(watchUrl, cookie.split(';')[0]);
    expect(entered.statusCode).toBe(200);
    expect(entered.body).not.toMatch(/og:|twitter:/);
    const film = await open(linksIn(entered.body).find((link) => link.includes('/film.mp4'))!);
    expect(film.rawPayload.equals(bytes)).toBe(true);
    // Only a hash of it is stored, and changing the password ends access that the former one gave.
    const { sharePassword } = await backend.db
      .selectFrom('films')
      .select('sharePassword')
      .where('sharePassword', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(sharePassword).not.toContain('password');
    await change({ password: 'changed' });
    expect((await open(watchUrl, cookie.split(';')[0])).statusCode).toBe(401);
    expect((await change({ password: null })).hasPassword).toBe(false);
    expect((await open(watchUrl)).statusCode).toBe(200);
  });

  it('must not be huge, empty or missing in a form', async () => {
    const { watchUrl, change, call, path } = await shared();
    await change({ password: SECRET });
    expect((await enter(watchUrl, 'x'.repeat(100_000))).statusCode).toBe(413);
    expect((await enter(watchUrl, 'x'.repeat(201))).statusCode).toBe(403);
    expect((await enter(watchUrl, '')).statusCode).toBe(403);
    for (const password of ['', 'x'.repeat(201), 5])
      expect((await call('PATCH', path, { password })).statusCode).toBe(400);
  });
});

describe('the terms of a link', () => {
  // product 20.6
  it('make it expire, also for people who are watching; sharing again creates another link without terms', async () => {
    const { watchUrl, url, change, call, path, projectId } = await shared();
    const film = linksIn((await open(watchUrl)).body).find((link) => link.includes('/film.mp4'))!;
    await change({
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      password: null,
      downloads: false,
    });
    expect((await open(film)).statusCode).toBe(200);
    const past = new Date(Date.now() - 1000);
    await backend.db
      .updateTable('films')
      .set({ shareExpiresAt: past })
      .where('projectId', '=', projectId)
      .execute();
    for (const link of [watchUrl, url, film]) expect((await open(link)).statusCode).toBe(404);
    expect((await call('GET', '/api/user/videos/shared')).json()).toEqual([]);
    expect((await call('PATCH', path, { downloads: true })).statusCode).toBe(409);
    const second = shareSchema.parse((await call('POST', path)).json());
    expect(second.watchUrl).not.toBe(watchUrl);
    expect((await call('GET', '/api/user/videos/shared')).json()).toEqual([
      expect.objectContaining({
        watchUrl: second.watchUrl,
        expiresAt: null,
        hasPassword: false,
        downloads: true,
      }),
    ]);
    for (const days of [-1, 5000]) {
      const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
      expect((await call('PATCH', path, { expiresAt })).statusCode).toBe(422);
    }
  });

  // product 20.7, 20.8
  it('can withhold the file; it still plays on the page, until it is no longer shared', async () => {
    const { watchUrl, url, bytes, change, call, path } = await shared();
    await change({ downloads: false });
    const direct = await open(url);
    expect([direct.statusCode, direct.headers.location]).toEqual([303, watchUrl]);
    const { body } = await open(watchUrl);
    expect(body).not.toContain('d=1');
    const film = linksIn(body).find((link) => link.includes('/film.mp4'))!;
    expect((await open(film)).rawPayload.equals(bytes)).toBe(true);
    expect((await open(`${film}&d=1`)).headers['content-disposition']).toMatch(/^inline/);
    for (const forged of [
      film.replace(/e=\d/, 'e=9'),
      film.replace(/s=../, 's=AA'),
      film.replace(/s=.*/, 's='),
    ])
      expect((await open(forged)).statusCode).toBe(303);
    await call('DELETE', path);
    expect((await open(film)).statusCode).toBe(404);
    // Access to another link does not open this one.
    const other = await shared();
    await other.change({ downloads: false });
    expect((await open(film.replace(watchUrl, other.watchUrl))).statusCode).toBe(303);
  });

  // product 20.9
  it('the terms of a link are shown only to their owner, for each film', async () => {
    const { user, projectId, call, watchUrl, url, path } = await shared();
    const [share] = (await call('GET', '/api/user/videos/shared')).json() as [Share];
    expect(share).toEqual({
      projectId,
      title: TITLE,
      language: 'en',
      watchUrl,
      url,
      expiresAt: null,
      hasPassword: false,
      downloads: true,
      embedOrigins: [],
      embed: { url: `${watchUrl}/embed`, width: 640, height: 360 },
    });
    const other = await createUser(backend);
    expect((await call('GET', '/api/user/videos/shared', undefined, other.cookie)).json()).toEqual([]);
    expect((await call('PATCH', path, { password: 'mine now' }, other.cookie)).statusCode).toBe(404);
    expect((await call('PATCH', `${path}?language=bn`, { downloads: false })).statusCode).toBe(409);
    expect(user.id).not.toBe(other.id);
  });
});
