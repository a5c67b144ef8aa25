import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shareSchema, type SharePatch } from '#contract/sharing.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { publicUrl } = backend.config;
const SITE = 'https://example.com';

/** Shares a film of 640x360 pixels with these terms. Returns its link, and changes its terms. */
async function share(terms: SharePatch = { embedOrigins: [SITE] }) {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  await backend.db.updateTable('projects').set({ title: 'A <film>' }).where('id', '=', projectId).execute();
  await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(1000) });
  const send = (method: 'POST' | 'PATCH', payload: object) =>
    app.inject({
      method,
      url: `/api/projects/${projectId}/share`,
      headers: { cookie: user.cookie },
      payload,
    });
  const link = shareSchema.parse((await send('POST', terms)).json());
  return { ...link, change: (patch: object) => send('PATCH', patch) };
}

const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const describeEmbed = (url: string, rest = '') =>
  app.inject(`/media/oembed?url=${encodeURIComponent(url)}${rest}`);

describe('the player for other sites', () => {
  it('can be framed by the named sites alone, and the watch page by none', async () => {
    const { watchUrl, embed } = await share({ embedOrigins: [SITE, 'http://127.0.0.1:8080', SITE] });
    const player = await open(embed.url);
    expect(player.statusCode).toBe(200);
    expect(player.headers['content-security-policy']).toContain(
      `frame-ancestors ${SITE} http://127.0.0.1:8080;`,
    );
    expect(player.headers['x-frame-options']).toBeUndefined();
    expect(player.body).toContain('<title>A &lt;film&gt;</title>');
    const film = /src="([^"]+film\.mp4[^"]*)"/.exec(player.body)![1]!.replaceAll('&amp;', '&');
    expect((await open(film)).statusCode).toBe(200);
    const page = await open(watchUrl);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('leads to the watch page unless a site is named', async () => {
    const { embed, watchUrl, embedOrigins } = await share({});
    expect(embedOrigins).toEqual([]);
    const answer = await open(embed.url);
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, watchUrl]);
  });

  it('contains only a link to a film that has a password', async () => {
    const { embed, watchUrl } = await share({ embedOrigins: [SITE], password: 'river stone' });
    const { body } = await open(embed.url);
    expect(body).toContain(`href="${watchUrl}"`);
    expect(body).not.toMatch(/film\.mp4|poster|A &lt;film/);
  });

  it('ends with its link', async () => {
    const { embed, change } = await share();
    expect((await open(embed.url)).statusCode).toBe(200);
    expect((await change({ embedOrigins: [] })).statusCode).toBe(200);
    expect((await open(embed.url)).statusCode).toBe(303);
    expect((await open(embed.url.replace(/.{10}\/embed$/, 'AAAAAAAAAA/embed'))).statusCode).toBe(404);
  });

  it.each([
    'example.com',
    'https://example.com/page',
    'https://EXAMPLE.com',
    "https://example.com; script-src 'unsafe-inline'",
    'https://example.com https://other.com',
    'https://*',
    '*',
    'javascript://example.com',
    `https://${'a'.repeat(300)}.com`,
  ])('is refused for the origin %s', async (origin) => {
    const { change, embed } = await share();
    expect((await change({ embedOrigins: [origin] })).statusCode).toBe(400);
    expect((await open(embed.url)).headers['content-security-policy']).toContain(`frame-ancestors ${SITE};`);
  });

  it('is refused for more than 20 sites', async () => {
    const { change } = await share();
    const origins = Array.from({ length: 21 }, (_, index) => `https://site-${index}.example.com`);
    expect((await change({ embedOrigins: origins })).statusCode).toBe(400);
    expect((await change({ embedOrigins: origins.slice(1) })).statusCode).toBe(200);
  });
});

describe('the description of a player (oEmbed)', () => {
  it('is found by the watch page, and fits into the requested size', async () => {
    const { watchUrl, embed } = await share();
    const address = /type="application\/json\+oembed" href="([^"]+)"/.exec((await open(watchUrl)).body)![1]!;
    expect(address.startsWith(publicUrl)).toBe(true);
    const answer = await app.inject(`${address.slice(publicUrl.length)}&maxwidth=640&maxheight=180`);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const { html, ...rest } = answer.json<{ html: string }>();
    expect(rest).toMatchObject({
      version: '1.0',
      type: 'video',
      provider_name: 'Cutroom',
      title: 'A <film>',
      width: 320,
      height: 180,
      thumbnail_url: `${publicUrl}${watchUrl}/poster.jpg`,
    });
    expect(html).toContain(`src="${publicUrl}${embed.url}" width="320" height="180"`);
  });

  it('exists only for films that sites can embed, at addresses of this installation', async () => {
    const [shared, unnamed, locked] = await Promise.all([
      share(),
      share({}),
      share({ embedOrigins: [SITE], password: 'river stone' }),
    ]);
    expect((await describeEmbed(publicUrl + shared.watchUrl)).statusCode).toBe(200);
    const others = [
      publicUrl + unnamed.watchUrl,
      publicUrl + locked.watchUrl,
      `https://other.example.com${shared.watchUrl}`,
      `${publicUrl}/media/share/x`,
      'no address',
    ];
    const answers = await Promise.all(others.map((url) => describeEmbed(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 404));
    expect((await open(unnamed.watchUrl)).body).not.toContain('oembed');
    expect((await open(locked.watchUrl)).body).not.toContain('oembed');
  });

  it('is refused in another format or for an impossible size', async () => {
    const { watchUrl } = await share();
    expect((await describeEmbed(publicUrl + watchUrl, '&format=xml')).statusCode).toBe(400);
    expect((await describeEmbed(publicUrl + watchUrl, '&maxwidth=0')).statusCode).toBe(400);
  });
});
