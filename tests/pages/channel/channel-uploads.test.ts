import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, it } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Run } from '#contract/runs.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { insertPublication } from '#core/repositories/projects/publications.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { openScene, toast, type Visit } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { runOf } from '../../helpers/screens/screen.ts';

const scene = await openScene();
const { bus } = scene.backend;

const SOCKET = /\/socket\.io\//;
const rows = (page: Page) => page.getByRole('list', { name: 'Uploads to YouTube' });
const bar = (page: Page) => rows(page).getByRole('progressbar', { name: 'Uploading Waves to YouTube' });
const percent = (page: Page) => bar(page).getAttribute('aria-valuenow');

interface Sending extends Visit {
  userId: string;
  /** As the page knows it: at 42%. */
  run: Run;
  /** Cuts the socket and blocks new ones, until `mend`. */
  cut(): Promise<void>;
  mend(): void;
}

/** The search stage of a new user, whose video is being sent to their channel. */
async function openSending(): Promise<Sending> {
  const user = await createUser(scene.backend);
  const { page, context } = await scene.visit(user);
  const sockets: WebSocketRoute[] = [];
  let isCut = false;
  await context.route(SOCKET, (route) => (isCut ? route.abort() : route.continue()));
  await context.routeWebSocket(SOCKET, (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto('/');
  await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
  const about = { projectTitle: 'Waves', stage: 'Uploading to YouTube', percentage: 42 };
  const run = { ...runOf('publishing', ''), projectId: null, ...about };
  await bus.publish(user.id, 'run.progressed', { run });
  await expect.poll(() => percent(page)).toBe('42');
  return {
    page,
    context,
    userId: user.id,
    run,
    async cut() {
      isCut = true;
      await Promise.all(sockets.map((socket) => socket.close()));
    },
    mend() {
      isCut = false;
    },
  };
}

/** Its state after `run`. */
const later = (run: Run, changes: Partial<Run>): Run => ({ ...run, version: run.version + 1, ...changes });

it('is shown with its percent, and then that it arrived, until that is dismissed', async () => {
  const { page, userId, run } = await openSending();
  await rows(page).getByText('42%').waitFor();
  const sent = later(run, { percentage: 99 });
  await bus.publish(userId, 'run.progressed', { run: sent });
  await rows(page).getByText('Finishing…').waitFor();
  await bus.publish(userId, 'run.completed', { run: later(sent, { status: 'completed', percentage: 100 }) });
  await toast(page, 'Video Is on YouTube').waitFor();
  await rows(page).getByText('“Waves” is on YouTube, where only you can see it.').waitFor();
  expect(await bar(page).count()).toBe(0);
  await rows(page).getByRole('button', { name: 'Dismiss' }).click();
  await rows(page).waitFor({ state: 'detached' });
});

it('says why it did not arrive; Retry goes on with it', async () => {
  const { page, userId, run } = await openSending();
  const message = 'YouTube takes no more uploads from here today.';
  await bus.publish(userId, 'run.failed', { run: later(run, { status: 'failed', message }) });
  await rows(page).getByText(`“Waves” is not on YouTube. ${message}`).waitFor();
  const again = { ...runOf('publishing', ''), projectId: null, projectTitle: 'Waves', percentage: 49 };
  await page.route(`**/api/runs/${run.id}/retry`, (route) => route.fulfill({ json: again }));
  await rows(page).getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => percent(page)).toBe('49');
  expect(await rows(page).getByText(message).count()).toBe(0);
});

it('is asked for while nothing is pushed, and once more when that is over', async () => {
  const { page, run, cut, mend } = await openSending();
  const answers = [later(run, { percentage: 63 }), later(later(run, {}), { status: 'completed' })];
  let told = 0;
  await page.route(`**/api/runs/${run.id}`, (route) => route.fulfill({ json: answers[told] }));
  await cut();
  await expect.poll(() => percent(page)).toBe('63');

  // Another stage polls nothing: only the restored connection does.
  await page.getByRole('button', { name: 'My Videos' }).click();
  await page.getByRole('heading', { name: 'My Video Compilations' }).waitFor();
  told = 1;
  mend();
  await toast(page, 'Video Is on YouTube').waitFor();
});

it('is told of after a reload too when it failed, unless it was sent again or dismissed', async () => {
  const user = await createUser(scene.backend);
  const fail = async (title: string, message: string, ...sent: string[]) => {
    for (const status of ['failed', ...sent]) {
      const { id } = await scene.backend.db
        .insertInto('runs')
        .values({
          kind: 'publishing',
          user_id: user.id,
          input: JSON.stringify({ title }),
          status,
          message,
          finished_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const about = { artifact_key: `${user.id} ${title}`, channel_id: 'UCtest', privacy: 'private', title };
      await insertPublication(scene.backend.db, {
        ...about,
        run_id: id,
        user_id: user.id,
        project_id: null,
        language: null,
      });
    }
  };
  await fail('Boats', 'YouTube interrupted this upload.');
  await fail('Birds', 'YouTube takes no more uploads from here today.');
  await fail('Waves', 'YouTube found this file to be empty.', 'completed');
  const { page } = await scene.visit(user);
  await page.goto('/');
  const items = rows(page).getByRole('listitem');
  const [boats, birds] = ['Boats', 'Birds'].map((title) => items.filter({ hasText: `“${title}” is not` }));
  await birds!.waitFor();
  expect(await items.count()).toBe(2);
  await birds!.getByRole('button', { name: 'Dismiss' }).click();
  await birds!.waitFor({ state: 'detached' });
  await page.reload();
  await boats!.waitFor();
  expect(await items.count()).toBe(1);
});

it('can be gone on with after it was cancelled, after a reload too, as long as its file is there', async () => {
  const { db } = scene.backend;
  const user = await createUser(scene.backend);
  const send = async (title: string) => {
    const key = `${user.id} ${title}`;
    const { name: job, version } = fetchMedia;
    await insertArtifact(db, { key, job, version, ownerId: user.id, data: {}, files: [] });
    const about = { channelId: 'UCtest', privacy: 'private', description: '', language: null } as const;
    const input = { of: 'upload', artifactKey: key, title, ...about } as const;
    await insertRun(db, 'publishing', { userId: user.id, projectId: null, input });
    return key;
  };
  await send('Waves');
  const boatsKey = await send('Boats');
  const { page } = await scene.visit(user);
  await page.goto('/');
  const items = rows(page).getByRole('listitem');
  const inRow = (title: string, name: string) =>
    items.filter({ hasText: title }).getByRole('button', { name, exact: true });
  for (const title of ['Waves', 'Boats']) {
    await inRow(title, 'Cancel').click();
    await inRow(title, 'Resume').waitFor();
  }
  await db.deleteFrom('artifacts').where('key', '=', boatsKey).execute();
  await page.reload();
  await inRow('Waves', 'Resume').click();
  await inRow('Waves', 'Cancel').waitFor();
  expect(await items.count()).toBe(1);
  await page.reload();
  await inRow('Waves', 'Cancel').waitFor();
  expect(await items.count()).toBe(1);
});
