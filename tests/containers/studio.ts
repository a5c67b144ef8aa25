import type { Browser, Page } from 'playwright-core';
import type { AppConfig } from '#contract/app-config.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { demand, until } from './steps.ts';

const RUN_MS = 900_000;
const TEXTS = {
  hi: 'पहाड़ियों के ऊपर सूरज उगता है। गाँव धीरे धीरे जागता है।',
  bn: 'পাহাড়ের উপরে সূর্য ওঠে। গ্রাম ধীরে ধীরে জেগে ওঠে।',
};
export type Narrated = keyof typeof TEXTS;

/** Opens the page of a new user of the stand-in. */
export async function signIn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/');
  const enter = page.getByRole('button', { name: 'Get Started' });
  await enter
    .or(page.getByRole('link', { name: 'Get Started' }))
    .first()
    .click();
  await page.getByLabel('Name').fill('Hedy Lamarr');
  await page.getByLabel('E-mail').fill('hedy@example.com');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
  await page.request.patch('/api/user/settings', { data: { defaultVideoQuality: '720p' } });
  return page;
}

export const film = (page: Page) => page.getByRole('heading', { name: 'Video Generated Successfully!' });

/** Searches for one video, and starts a film of it as a person does. */
export async function startFilm(page: Page, video: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill(video);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All Videos (1)' }).waitFor();
  await page.getByRole('button', { name: 'Make a film' }).click();
  const start = page.getByRole('dialog', { name: 'Make a film' }).getByRole('button', {
    name: /^Make a \d+-second film/,
  });
  await start.click();
  await page.getByRole('heading', { name: 'Making your film' }).waitFor();
}

/** Plays the film on the screen for a moment. */
export async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
}

export const projectIdOf = (page: Page): string => new URL(page.url()).searchParams.get('project')!;

async function call<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const response = await page.request.fetch(path, { method, ...(data !== undefined && { data }) });
  demand(response.ok(), `${method} ${path}: ${response.status()}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const readConfig = (page: Page) => call<AppConfig>(page, 'GET', '/api/config');

export const readProject = (page: Page, id: string, language = 'en') =>
  call<Project>(page, 'GET', `/api/projects/${id}?language=${language}`);

/** Returns the bytes of a project's film. */
export async function download(page: Page, id: string, language = 'en'): Promise<Buffer> {
  const { films } = await readProject(page, id, language);
  const film = films.find((candidate) => candidate.language === language);
  demand(film !== undefined, `The project has no film in "${language}".`);
  const response = await page.request.get(film.finalVideoLink);
  demand(response.ok(), `The film's link answers ${response.status()}.`);
  return response.body();
}

/** Writes a spoken section's text in a language, and makes the film that is narrated in it. */
export async function narrate(page: Page, id: string, language: Narrated): Promise<void> {
  const { sections } = await readProject(page, id);
  // The opening card has no text.
  const section = sections.find(({ transcription }) => transcription !== '');
  demand(section !== undefined, 'No section has a text.');
  const path = `/api/sections/${section.id}/update?language=${language}`;
  await call(page, 'PATCH', path, { transcription: TEXTS[language] });
  const { runId } = await call<{ runId: string }>(page, 'POST', `/api/projects/${id}/generate`, {
    language,
    burnSubtitles: true,
    videos: [{ clipid: section.id }],
  });
  let run: Run | undefined;
  const ended = async () => {
    run = await call<Run>(page, 'GET', `/api/runs/${runId}`);
    return run.status !== 'queued' && run.status !== 'running';
  };
  await until(`the film in "${language}"`, ended, RUN_MS);
  demand(run?.status === 'completed', `The film in "${language}" failed: ${run?.message}`);
  const after = (await readProject(page, id, language)).sections;
  demand(
    after.some((candidate) => candidate.id === section.id && candidate.narrated),
    `The section is not narrated in "${language}".`,
  );
}
