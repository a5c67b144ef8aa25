import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { scanMedia } from '#contract/jobs/processing.ts';
import { projectSchema, type Project } from '#contract/projects.ts';
import type { Backend } from '#core/backend.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import { ffmpeg } from '../media/lavfi.ts';
import { makeOnce } from '../media/make-once.ts';
import { type Scene, toast, type Visit } from './page-scene.ts';
import { createUser } from '../data/user.ts';
import { createProject, SCAN } from '../data/project.ts';

/** The speech of each section: one word per second, half a second long, from its first second on. */
export const SPOKEN = ['The', 'river', 'begins', 'as', 'a', 'small', 'stream', 'here'];

/**
 * Stores a minute of playable video and audio, made from lavfi sources without a length. Returns the key of
 * its scan.
 */
export async function makePlayable(
  { artifacts }: Pick<Backend, 'artifacts'>,
  pictures = 'testsrc2=s=320x180:r=10',
  sound = 'sine=f=220',
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-playable-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const at = (name: string) => join(dir, name);
  const seconds = SCAN.durationMs / 1000;
  const picture = `${pictures},trim=duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `${sound},atrim=duration=${seconds}`];
  const encode = '-c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -c:a aac -movflags +faststart'.split(
    ' ',
  );
  const still = ['-f', 'lavfi', '-i', picture, '-frames:v', '1'];
  const board = 'fps=1/2,scale=240:136,tile=10x3';
  const make = (name: string, ...args: string[]) =>
    makeOnce(args, at(name), (making) => ffmpeg(...args, making));
  await Promise.all([
    make('proxy.mp4', ...inputs, ...encode),
    make('thumbnail.jpg', ...still),
    make('storyboard.jpg', ...still, '-vf', board),
  ]);
  const loudness = Array.from({ length: seconds * SCAN.peaksPerSecond }, (_, i) => 20 + ((i * 7) % 60));
  await writeFile(at('peaks.json'), JSON.stringify(loudness));
  const key = scanKeyOf(createHash('sha256').update(randomUUID()).digest('hex'));
  const files = ['proxy.mp4', 'thumbnail.jpg', 'storyboard.jpg', 'peaks.json'];
  await artifacts.build(scanMedia, key, null, async (folder) => {
    for (const file of files) await copyFile(at(file), join(folder, file));
    return { data: SCAN, files };
  });
  return key;
}

export interface EditVisit extends Visit {
  user: Awaited<ReturnType<typeof createUser>>;
  projectId: string;
  /** The IDs of its sections, of 10 s each from one video, titled 'Section 1', 'Section 2' and so on. */
  ids: string[];
  /** Reads the project from the API. */
  read: () => Promise<Project>;
  /** Opens another page of the same user on the same project. */
  again: () => Promise<Visit>;
}

interface SceneOptions {
  sections?: number;
  /** Changes the project before a page loads it. */
  prepare?: (own: { userId: string; projectId: string; ids: string[] }) => Promise<unknown>;
  /** Prepares the page before it loads. */
  before?: (visit: Visit, projectId: string) => Promise<void>;
}

/** Opens the editor of a new user's new project whose video plays. */
export async function openEditStage(
  scene: Scene,
  scanKey: string,
  { sections = 3, prepare, before }: SceneOptions = {},
): Promise<EditVisit> {
  const { backend, url } = scene;
  const user = await createUser(backend);
  const project = await createProject(backend, user.id, { sections });
  const { projectId } = project;
  for (const { id, startMs } of project.sections) {
    const words = SPOKEN.map((text, i) => {
      const wordStart = startMs + 1000 * (i + 1);
      return { text, startMs: wordStart, endMs: wordStart + 500, confidence: 0.9 };
    });
    await backend.db
      .updateTable('sections')
      .set({ scanKey, words: JSON.stringify(words) })
      .where('id', '=', id)
      .execute();
  }
  const ids = project.sections.map(({ id }) => id);
  await prepare?.({ userId: user.id, projectId, ids });
  const open = async (): Promise<Visit> => {
    const visit = await scene.visit(user);
    await before?.(visit, projectId);
    await visit.page.goto(`/?project=${projectId}&stage=edit`);
    await visit.page.getByRole('heading', { name: 'A project', level: 1 }).waitFor();
    return visit;
  };
  const read = async () => {
    const headers = { cookie: user.cookie };
    return projectSchema.parse(await (await fetch(`${url}/api/projects/${projectId}`, { headers })).json());
  };
  return { ...(await open()), user, projectId, ids, read, again: open };
}

/** The button that selects a row, by its index in the list. */
export const rows = (page: Page) => page.locator('[data-select]');

export const titlesOf = (page: Page) =>
  rows(page).evaluateAll((elements) => elements.map((row) => row.textContent!.trim()));

/** Presses the button of this name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

/** Chooses an action from the menu of a row that is not selected. */
export async function chooseTool(page: Page, title: string, action: string): Promise<void> {
  await press(page, `Actions for ${title}`);
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the notices and the progress of runs. */
export const openNotices = (page: Page) =>
  page.getByRole('button', { name: /^(\d+ notices?|Notices)(, \d+ in progress)?$/, expanded: false }).click();

/** Opens a tab of the inspector, which a wide screen has. */
export const openTab = (page: Page, name: 'Text' | 'Frame' | 'Sound' | 'Captions' | 'Join') =>
  page.getByRole('tab', { name, exact: true }).click();

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** A toast of product.md, as 'title - description' or with a colon. */
export async function waitForToast(page: Page, title: string, description?: string): Promise<void> {
  await toast(page, title).waitFor();
  if (description) await toast(page, description).waitFor();
}

/** Waits for a successful call of this path. */
export const done = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(new URL(response.url()).pathname) && response.ok());
