import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import { createSigner } from '#core/storage/signing.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { changeAnswer, openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const SECONDS = 10;
const dir = await mkdtemp(join(tmpdir(), 'cutroom-films-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const scene = await openScene();
const { backend } = scene;

/** A film with its own bytes, by which films are distinguished. */
async function makeFilm(name: string, frequency: number): Promise<Buffer> {
  const path = join(dir, `${name}.mp4`);
  const inputs = [`testsrc2=s=160x90:r=10:d=${SECONDS}`, `sine=f=${frequency}:d=${SECONDS}`];
  const encode = ['-g', '5', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'];
  await ffmpeg(...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]), ...encode, path);
  return readFile(path);
}
const [english, hindi, bengali, newer] = (await Promise.all(
  ['english', 'hindi', 'bengali', 'newer'].map((name, index) => makeFilm(name, 300 + index * 100)),
)) as [Buffer, Buffer, Buffer, Buffer];
const FILMS: Record<Language, Buffer> = { en: english, hi: hindi, bn: bengali };

/** A user with a project that has films in these languages, the last one the newest, and their page. */
async function open(languages: Language[] = ['en']) {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const add = (language: Language, bytes = FILMS[language]) =>
    addFilm(backend, { userId: user.id, projectId, bytes, language, durationMs: SECONDS * 1000 });
  for (const language of languages) await add(language);
  const { page, context } = await scene.visit(user);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const openFilm = async (language = '', on = page) => {
    await on.goto(`/?project=${projectId}&stage=complete${language && `&lang=${language}`}`);
    await on.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  };
  const openLibrary = async () => {
    await page.goto('/?stage=videolist');
    await page.getByRole('article', { name: 'A project' }).waitFor();
  };
  return { user, projectId, page, context, add, openFilm, openLibrary };
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const alert = (page: Page) => page.getByRole('alertdialog', { name: 'Video not available' });
const sharedIn = (page: Page, language: string) =>
  toast(page, `Anyone who has it can watch the newest ${language} version of “A project”.`).waitFor();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/** The bytes of the film that a watch page plays. */
async function watched(link: string): Promise<Buffer> {
  const src = /<video[^>]* src="([^"]+)"/.exec(await (await fetch(link)).text())![1]!;
  const film = await fetch(new URL(src.replaceAll('&amp;', '&'), link));
  return Buffer.from(await film.arrayBuffer());
}
/** The bytes that a button saves. */
async function saved(page: Page, name: string | RegExp): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, name)]);
  expect(file.suggestedFilename()).toBe('A project.mp4');
  return readFile(await file.path());
}
const isPlaying = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);

/** Every link that the page loads with a project was signed two hours ago, as in a tab open for that long. */
async function letExpire(page: Page): Promise<void> {
  const old = createSigner(backend.config.secret, () => Date.now() - 7_200_000);
  const expired = (link: string | null) => {
    if (link === null) return null;
    const query = new URL(link, scene.url).searchParams;
    const [artifactKey, file, name] = ['k', 'f', 'n'].map((key) => query.get(key)!) as [
      string,
      string,
      string,
    ];
    return old.sign({ artifactKey, file, name }, 3600);
  };
  const age = <T extends { finalVideoLink: string | null }>(item: T): T => ({
    ...item,
    finalVideoLink: expired(item.finalVideoLink),
  });
  await changeAnswer<ProjectSummary[]>(page, /\/api\/user\/videos\?/, (cards) => cards.map(age));
  await changeAnswer<Project>(page, /\/api\/projects\/[\w-]+$/, (project) => ({
    ...age(project),
    films: project.films.map(age),
  }));
}

describe('a link that has expired', () => {
  it('is renewed by Download and Share of the film, and by Play, Download and Share of its card', async () => {
    const { page, openFilm, openLibrary } = await open();
    await letExpire(page);
    await openFilm();
    expect((await saved(page, /^Download \(/)).equals(english)).toBe(true);
    await press(page, 'Share');
    await toast(page, 'Link Copied').waitFor();
    await openLibrary();
    expect((await saved(page, 'Download A project')).equals(english)).toBe(true);
    await press(page, 'Share A project');
    await toast(page, 'Link Copied').waitFor();
    await press(page, 'Play A project');
    await isPlaying(page);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('is told apart from a lost network, a server that is down and a project that is gone', async () => {
    const { page, context, openLibrary } = await open();
    await openLibrary();
    await page.route(/video-link/, (route) => route.abort());
    await press(page, 'Download A project');
    await alert(page)
      .getByText('The server could not be reached. Check your connection, then try again.')
      .waitFor();
    await page.unrouteAll();
    await refuse(page, /video-link/, 503, 'Away.');
    await press(page, 'Try Again');
    await alert(page)
      .getByText('The server cannot deliver this video now. Please try again in a moment.')
      .waitFor();
    // With the id that finds it in the logs.
    await press(page, 'Copy');
    await expect.poll(() => copied(page)).toBe('x');
    await page.unrouteAll();
    await page.route(/\/media\/signed/, (route) => route.fulfill({ status: 410 }));
    await press(page, 'Try Again');
    await alert(page).getByText('The link of this video has expired: try again for a new one.').waitFor();
    await page.unrouteAll();
    expect((await saved(page, 'Try Again')).equals(english)).toBe(true);
    await refuse(page, /video-link/, 404);
    await press(page, 'Share A project');
    await alert(page).getByText('This project was deleted.').waitFor();
    await alert(page).getByRole('link', { name: 'My Videos' }).click();
    expect(context.pages()).toHaveLength(1);
  });
});

describe('films in several languages', () => {
  it('are named, switched between by address, saved and shared each for itself', async () => {
    const { page, openFilm } = await open(['en', 'bn', 'hi']);
    await openFilm();
    const languages = page.getByRole('navigation', { name: 'Language of the video' });
    const current = languages.locator('[aria-current=page]');
    expect(await languages.getByRole('link').allInnerTexts()).toEqual(['English', 'Bengali', 'Hindi']);
    expect(await current.innerText()).toBe('English');
    await press(page, 'Share');
    await sharedIn(page, 'English');
    const first = await copied(page);
    expect((await watched(first)).equals(english)).toBe(true);

    await languages.getByRole('link', { name: 'Hindi' }).click();
    await expect.poll(() => current.innerText()).toBe('Hindi');
    // The English one is shared, not this one.
    await page.getByText('Shared.').waitFor({ state: 'detached' });
    await page.reload();
    expect(await current.innerText()).toBe('Hindi');
    expect((await saved(page, /^Download \(/)).equals(hindi)).toBe(true);
    await press(page, 'Share');
    await sharedIn(page, 'Hindi');
    const second = await copied(page);
    expect(second).not.toBe(first);
    expect((await watched(second)).equals(hindi)).toBe(true);
    await press(page, 'Stop sharing');
    await toast(page, 'Sharing Stopped').waitFor();
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([200, 404]);

    await page.goBack();
    await expect.poll(() => current.innerText()).toBe('English');
    await page.getByText('Shared.').waitFor();
  });

  it('say which one a card plays, saves and shares, and let it be chosen', async () => {
    const { page, openLibrary } = await open(['en', 'hi']);
    await openLibrary();
    const choice = page.getByRole('combobox', { name: 'Language of A project' });
    expect(await choice.locator('option').allInnerTexts()).toEqual(['Hindi', 'English']);
    expect((await saved(page, 'Download A project in Hindi')).equals(hindi)).toBe(true);
    await choice.selectOption('English');
    expect((await saved(page, 'Download A project in English')).equals(english)).toBe(true);
    await press(page, 'Share A project in English');
    await sharedIn(page, 'English');
    await choice.selectOption('Hindi');
    await press(page, 'View Clips (3)');
    await page.getByRole('heading', { name: 'A project', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('lang')).toBe('hi');
    await page.goBack();
    await press(page, 'Play A project in Hindi');
    await isPlaying(page);
    expect(new URL(page.url()).searchParams.get('lang')).toBe('hi');
  });
});

describe('Play in the library', () => {
  it('plays, and shows a large Play without an error where a browser refuses that', async () => {
    const { page, openLibrary } = await open();
    await page.addInitScript(() => {
      const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')!
        .value as HTMLMediaElement['play'];
      // Like a phone: sound starts only by a press on this page.
      HTMLMediaElement.prototype.play = function refuse(this: HTMLMediaElement) {
        HTMLMediaElement.prototype.play = play;
        return Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
      };
    });
    await openLibrary();
    await press(page, 'Play A project');
    const large = page.getByRole('button', { name: 'Play the video' });
    await large.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await large.click();
    await isPlaying(page);
    await large.waitFor({ state: 'detached' });
    // Returning to the film by a reload plays nothing automatically.
    await page.reload();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(true);
  });
});

describe('with two tabs', () => {
  it('plays on when a newer film comes, and offers it; Download gives the newest', async () => {
    const { user, projectId, page, add, openFilm } = await open();
    await openFilm();
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    await press(page, 'Play');
    await isPlaying(page);
    const playing = await page.evaluate(() => document.querySelector('video')!.currentSrc);
    await add('en', newer);
    backend.bus.publish(user.id, 'project.changed', { projectId });
    await page.getByText('A newer version of this video is ready.').waitFor();
    expect(await page.evaluate(() => document.querySelector('video')!.currentSrc)).toBe(playing);
    expect((await saved(page, /^Download \(/)).equals(newer)).toBe(true);
    await press(page, 'Show It');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')!.currentSrc))
      .not.toBe(playing);
    expect(await page.getByText('A newer version of this video is ready.').count()).toBe(0);
  });

  it('copies no link that the other tab took back, and says when the project was deleted there', async () => {
    const { user, projectId, page, openFilm } = await open();
    // It gets no events.
    await page.route(/\/socket\.io\//, (route) => route.abort());
    await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
    await openFilm();
    await press(page, 'Share');
    await toast(page, 'Link Copied').waitFor();
    const path = `${scene.url}/api/projects/${projectId}`;
    const headers = { cookie: user.cookie, origin: scene.url };
    const elsewhere = async (url: string) => (await fetch(url, { method: 'DELETE', headers })).status;
    expect(await elsewhere(`${path}/share?language=en`)).toBe(204);
    await press(page, 'Copy link');
    await toast(page, 'Link Not Copied').waitFor();
    await page.getByText('Shared.').waitFor({ state: 'detached' });
    expect(await elsewhere(path)).toBe(204);
    await press(page, /^Download \(/);
    await alert(page).getByText('This project was deleted.').waitFor();
  });
});
