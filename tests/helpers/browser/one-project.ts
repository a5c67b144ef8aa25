import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Run } from '#contract/runs.ts';
import { addFilm } from '../data/film.ts';
import { createUser } from '../data/user.ts';
import { createProject } from '../data/project.ts';
import type { Scene } from './page-scene.ts';

export const PROJECT = /\/api\/projects\/[\w-]{36}(\?|$)/;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const live = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');

/** A page of a new user with one project of three sections, optionally with a film. */
export async function openProject(scene: Scene, { film = false } = {}) {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const addItsFilm = () =>
    addFilm(scene.backend, { userId: user.id, projectId, bytes: Buffer.from(projectId) });
  if (film) await addItsFilm();
  const { page, context } = await scene.visit(user);
  let run: Run | null = null;
  return {
    page,
    context,
    user,
    projectId,
    addItsFilm,
    at: (stage: string) => `/?project=${projectId}&stage=${stage}`,
    /** The next snapshot of the project's one run. */
    next(facts: Partial<Run>): Run {
      run = {
        id: randomUUID(),
        kind: 'processing',
        projectId,
        projectTitle: 'A project',
        language: null,
        status: 'running',
        percentage: 0,
        stage: 'Fetching videos',
        message: '',
        errorCode: null,
        failedSectionId: null,
        estimate: null,
        steps: { done: 0, total: 4, reused: 0 },
        createdAt: new Date().toISOString(),
        finishedAt: null,
        ...run,
        ...facts,
        version: (run?.version ?? 0) + 1,
      };
      return run;
    },
    push: (type: 'run.progressed' | 'run.completed' | 'run.failed', pushed: Run) =>
      scene.backend.bus.publish(user.id, type, { run: pushed }),
  };
}

/** Every request of a page by this method, as paths. */
export function watch(page: Page, method: string, path = /./): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && path.test(pathname)) paths.push(pathname);
  });
  return paths;
}
