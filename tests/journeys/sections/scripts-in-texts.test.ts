import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { createArtifactStore } from '#core/storage/artifact-store.ts';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { startStack } from '../../helpers/processes/stack.ts';

/** Texts that run as scripts, or escape their element, wherever they are not shown as text. */
const SCRIPTS_IN_TEXTS: readonly string[] = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=2>',
  '"><svg onload=window.__xss=3>',
  "' autofocus onfocus=window.__xss=4 x='",
  '</title></textarea></style><script>window.__xss=5</script>',
  '<a href="javascript:window.__xss=6">a link</a>',
  'javascript:window.__xss=7',
  '<iframe srcdoc="<script>parent.__xss=8</script>"></iframe>',
  '{{constructor.constructor("window.__xss=9")()}}',
  '${window.__xss=10} <%= 7*7 %> #{7*7}',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.__xss=11>',
  '&lt;script&gt;window.__xss=12&lt;/script&gt;',
  'abc\u202Egpj.exe\u202C \u2066x\u2069',
  '<style>@import "https://evil.example/x.css";</style><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  'a\r\nset-cookie: cutroom=planted\r\n\r\n<script>window.__xss=13</script>',
  '00:00.000 --> 99:00.000\n<c.x><ruby>cue</ruby></c> NOTE x',
  'W'.repeat(200),
];

const FILE_NAME = '<img src=x onerror=window.__xss=20>';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-texts-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
await ffmpeg(
  '-f',
  'lavfi',
  '-i',
  'testsrc2=s=320x180:d=4',
  '-pix_fmt',
  'yuv420p',
  join(dir, `${FILE_NAME}.mp4`),
);
const stack = await startStack({ LIBRARY_DIR: dir });
const { db } = stack;
const artifacts = createArtifactStore(db, openLocalStorage(join(stack.dataDir, 'objects')), dir, {
  storedBytes: Infinity,
});

/**
 * Creates a user all of whose texts are attacks: one project for each, and one whose sections contain them
 * all.
 */
async function createAttacker() {
  const user = await createUser({ db });
  const [first = '', last = ''] = SCRIPTS_IN_TEXTS.slice(1);
  await db.updateTable('users').set({ firstName: first, lastName: last }).where('id', '=', user.id).execute();
  for (const [index, text] of SCRIPTS_IN_TEXTS.entries()) {
    const { projectId } = await createProject({ db }, user.id, { sections: 1 });
    const createdAt = new Date(Date.now() - (index + 1) * 60_000);
    const texts = { title: text, description: text, createdAt };
    await db.updateTable('projects').set(texts).where('id', '=', projectId).execute();
  }
  const whole = SCRIPTS_IN_TEXTS[0]!;
  const { projectId, sections, videoId } = await createProject({ db }, user.id, {
    sections: SCRIPTS_IN_TEXTS.length,
  });
  const notices = JSON.stringify(SCRIPTS_IN_TEXTS);
  await db
    .updateTable('projects')
    .set({ title: whole, description: whole, notices })
    .where('id', '=', projectId)
    .execute();
  await db
    .updateTable('videos')
    .set({
      title: whole,
      channel: whole,
      description: whole,
      license: whole,
      url: 'javascript:window.__xss=21',
    })
    .where('id', '=', videoId)
    .execute();
  for (const [index, { id }] of sections.entries()) {
    const text = SCRIPTS_IN_TEXTS[index]!;
    await db.updateTable('sections').set({ title: text }).where('id', '=', id).execute();
    await db.updateTable('sectionTexts').set({ text }).where('sectionId', '=', id).execute();
  }
  const vtt = `WEBVTT\n\n${SCRIPTS_IN_TEXTS.map((text) => `00:00.000 --> 00:09.000\n${text.replaceAll(/\s*\n\s*|-->/g, ' ')}`).join('\n\n')}\n`;
  await addFilm({ db, artifacts }, { userId: user.id, projectId, bytes: Buffer.from('no film'), vtt });
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow();
  const mail = { userId: user.id, runId: run.id, recipient: `${whole}@example.com`, subject: whole };
  await db
    .insertInto('mails')
    .values({
      ...mail,
      body: `${SCRIPTS_IN_TEXTS.join('\n')}\nhttps://x.example/"onmouseover=window.__xss=22`,
    })
    .execute();
  return { user, projectId };
}

/**
 * Opens a page that reports each script that ran, each dialog, each violation of the policy, and each request
 * elsewhere.
 */
async function openWatched(browser: Browser, cookie: string) {
  const { page, context, complaints } = await openPage(browser, stack.url);
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  await context.exposeBinding('tell', (_source, what: string) => void complaints.push(what));
  await context.addInitScript(() => {
    const report = (what: string) => (globalThis as unknown as { tell(what: string): void }).tell(what);
    Object.defineProperty(globalThis, '__xss', {
      set(number: number) {
        report(`script ${number} ran`);
      },
    });
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`policy ${event.effectiveDirective}`),
    );
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== stack.url)
      complaints.push(`request ${request.url()}`);
  });
  return { page, complaints };
}

/** Waits until a text is shown unchanged, in an element or a field. */
async function shows(page: Page, text: string): Promise<void> {
  const visibleText = text.replaceAll(/\s+/g, ' ').trim();
  await page.waitForFunction((expected) => {
    const plain = (value: string | null) => (value ?? '').replaceAll(/\s+/g, ' ');
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((field) =>
      plain(field.value),
    );
    return (
      plain(document.body.textContent).includes(expected) || fields.some((value) => value.includes(expected))
    );
  }, visibleText);
}

it('shows every text that is an attack as plain text', async () => {
  const { user, projectId } = await createAttacker();
  const { page, complaints } = await openWatched(await openBrowser(), user.cookie);
  const quiet = (where: string) => expect([where, complaints]).toEqual([where, []]);

  await page.goto('/?stage=videolist');
  for (const text of SCRIPTS_IN_TEXTS) await shows(page, text);
  await page.getByLabel('Search your videos').fill(SCRIPTS_IN_TEXTS[1]!);
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  quiet('My Videos');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Project Deleted').first().waitFor();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await page.getByRole('dialog').getByText(SCRIPTS_IN_TEXTS[1]!).first().waitFor();
  quiet('Recently deleted');

  await page.goto(`/?stage=edit&project=${projectId}`);
  for (const text of SCRIPTS_IN_TEXTS.slice(0, 6)) await shows(page, text);
  quiet('the editor');
  await page.goto(`/?stage=complete&project=${projectId}`);
  await shows(page, SCRIPTS_IN_TEXTS[0]!);
  quiet('the film');
  await page.goto(`/?stage=processing&project=${projectId}`);
  await page.goto('/?stage=search');
  const searchbox = page.getByRole('searchbox', { name: 'Search for Videos' });
  await searchbox.fill('onerror');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /onerror/i }).waitFor();
  for (const text of SCRIPTS_IN_TEXTS.slice(0, 6)) {
    await searchbox.fill(text);
    const answered = page.waitForResponse((response) => response.url().includes('/api/videos/search'));
    await page.keyboard.press('Enter');
    await answered;
  }
  quiet('the search');

  for (const path of ['/profile', '/settings', '/billing']) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    quiet(path);
  }
  await page.goto('/api/outbox');
  await shows(page, SCRIPTS_IN_TEXTS[0]!);
  await page.getByRole('link', { name: /x\.example/ }).hover();
  quiet('the outbox');

  for (const text of SCRIPTS_IN_TEXTS.slice(0, 8)) {
    for (const path of [
      `/login-error?message=${encodeURIComponent(text)}`,
      `/?stage=${encodeURIComponent(text)}&project=${encodeURIComponent(text)}`,
      `/${encodeURIComponent(text)}`,
      `/media/share/${encodeURIComponent(text)}/x`,
    ]) {
      await page.goto(path);
      quiet(path);
    }
  }

  // The check itself works: a deliberate injection is reported, and does not run.
  await page.goto('/settings');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.__xss = 99';
    document.body.append(script);
    location.assign('javascript:window.__xss=98');
  });
  await expect.poll(() => complaints).toContain('policy script-src-elem');
  expect(complaints.filter((line) => line.startsWith('script'))).toEqual([]);
});

it('never ends a header or opens a page elsewhere because of a title', async () => {
  const { user, projectId } = await createAttacker();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(stack.url + path, {
      redirect: 'manual',
      headers: { cookie: user.cookie, 'content-type': 'application/json' },
      ...init,
    });
  for (const text of SCRIPTS_IN_TEXTS) {
    await db.updateTable('projects').set({ title: text }).where('id', '=', projectId).execute();
    const { url } = (await (await ask(`/api/projects/${projectId}/share`, { method: 'POST' })).json()) as {
      url: string;
    };
    const { films } = (await (await ask(`/api/projects/${projectId}`)).json()) as {
      films: { finalVideoLink: string; subtitles: { vtt: string; srt: string } }[];
    };
    const links = [url, films[0]!.finalVideoLink, films[0]!.subtitles.vtt, films[0]!.subtitles.srt];
    for (const link of links) {
      const answer = await ask(link);
      expect([link, answer.status]).toEqual([link, 200]);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('content-disposition')).toMatch(
        /^(inline|attachment); filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.!~*'()%-]*$/,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-type')).toMatch(
        /^(video\/mp4|text\/vtt|application\/x-subrip|text\/plain)/,
      );
      await answer.arrayBuffer();
    }
  }
  for (const target of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '%2F%2Fevil.example',
    'javascript:alert(1)',
  ]) {
    for (const path of [
      '/api/login',
      '/auth/google',
      '/api/logout',
      '/auth/google/callback',
      '/login-error',
    ]) {
      for (const name of ['next', 'returnTo', 'redirect', 'redirect_uri', 'url', 'to']) {
        const { headers } = await ask(`${path}?${name}=${encodeURIComponent(target)}`, {
          headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
        });
        expect(new URL(headers.get('location') ?? '/', stack.url).origin).toBe(stack.url);
      }
    }
  }
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '//evil.example/..',
    '/%5cevil.example',
    '/api//evil.example',
    '/assets//evil.example',
  ]) {
    const { headers } = await ask(path);
    expect(new URL(headers.get('location') ?? '/', stack.url).origin).toBe(stack.url);
  }
});
