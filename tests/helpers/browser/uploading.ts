import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll } from 'vitest';
import { ffmpeg } from '../media/lavfi.ts';
import { openScene, type Visit } from './page-scene.ts';
import { createUser } from '../data/user.ts';
import { createProject } from '../data/project.ts';

export const ADDRESS = /\/api\/objects\/upload$/;
export const PUT = /\/media\/uploads\//;

/** Finds the toast also behind a dialog, which hides it from roles. */
export const toast = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^=Notification]').getByText(text, { exact: true });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Section' });
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
export const alert = (page: Page) => dialog(page).getByRole('alert');
export const bar = (page: Page) => dialog(page).getByRole('progressbar', { name: 'Uploading sunrise.png' });
export const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).waitFor();

interface Editor extends Visit {
  userId: string;
  projectId: string;
  titles(): Promise<string[]>;
}

/** Holds back every PUT of a file. Returns the held requests. */
export async function holdPuts(page: Page): Promise<Route[]> {
  const heldRoutes: Route[] = [];
  await page.route(PUT, (route) => void heldRoutes.push(route));
  return heldRoutes;
}

/** Saves the dialog, and waits until the file is being sent. */
export async function sending(page: Page): Promise<void> {
  await button(page, 'Add Section').click();
  await bar(page).waitFor();
}

/**
 * Serves the built page over an API in this process, with an image to send. Await it at the top of the file.
 */
export async function openUploading() {
  const scene = await openScene();
  const { backend } = scene;
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-uploads-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const IMAGE = join(dir, 'sunrise.png');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x36', '-frames:v', '1', IMAGE);

  /** Opens the editor of a new user's project, with 'Add New Section' open and one file chosen. */
  async function chooseFile(file: Parameters<Locator['setInputFiles']>[0] = IMAGE): Promise<Editor> {
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const { page, context } = await scene.visit(user);
    await page.goto('/?stage=videolist');
    await page.getByRole('button', { name: /^(Load|View) Clips/ }).click();
    await page.getByRole('button', { name: 'Add New Section' }).click();
    await dialog(page).getByLabel('Title').fill('Sunrise');
    await dialog(page).locator('input[type=file]').setInputFiles(file);
    await says(page, /uploads when you save/);
    const titles = async (): Promise<string[]> => {
      const project = await page.request.get(`/api/projects/${projectId}`);
      const { sections } = (await project.json()) as { sections: { title: string }[] };
      return sections.map(({ title }) => title);
    };
    return { page, context, userId: user.id, projectId, titles };
  }

  return {
    scene,
    backend,
    chooseFile,
    /** A file of which only a part is sent at first on a slow line. */
    LARGE: {
      name: 'sunrise.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([await readFile(IMAGE), Buffer.alloc(3e6)]),
    },
  };
}
