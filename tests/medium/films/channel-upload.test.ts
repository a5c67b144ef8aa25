import { createHash, randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { channelControl } from '../../helpers/outside/channel.ts';
import { CookieBrowser } from '../../helpers/calls/cookie-browser.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { QUICK, client, ended } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

const MIB = 2 ** 20;
const env = { ...(await testEnvironment()), ...QUICK };
const stack = await startStack(env);

it('resumes at the byte that YouTube has after the sending worker was killed', async () => {
  // Adds rows and files of a film to the running installation.
  const backend = await openBackend(parseConfig(env), createLogger('silent', 'test'));
  onTestFinished(() => backend.close());
  await stack.startStandins();
  const standIn = channelControl(stack.url);
  const user = await createUser(backend);
  const call = client(stack, user.cookie);
  const { authUrl } = await call<{ authUrl: string }>('POST', '/api/youtube/auth');
  const browser = new CookieBrowser(stack.url);
  const [name, value] = user.cookie.split('=') as [string, string];
  browser.cookies.set(name, value);
  const consentUrl = new URL(authUrl);
  const form = { query: consentUrl.search.slice(1), answer: 'allow', channel: 'Workshop' };
  const { location } = await browser.go(consentUrl.pathname, form);
  expect((await browser.go(location)).location).toBe('/settings?youtube_success=true');

  const { projectId } = await createProject(backend, user.id);
  const film = randomBytes(30 * MIB);
  await addFilm(backend, { userId: user.id, projectId, bytes: film });
  // Slow enough to be interrupted in the middle.
  await standIn.tell({ bytesPerSecond: MIB });
  const first = await stack.startWorker();
  const events = await openEvents(stack, user.cookie);
  const run = await call<Run>('POST', `/api/projects/${projectId}/publish`, {});
  const received = async () => (await standIn.report()).sessions.at(-1)?.received ?? 0;
  await expect.poll(received).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await ended(first);
  expect(await received()).toBeLessThan(film.length);

  await standIn.tell();
  const completed = events.until('run.completed', ({ run: completedRun }) => completedRun.id === run.id);
  await stack.startWorker();
  await completed;
  const report = await standIn.report();
  expect(report.counts['begin']).toBe(1);
  expect(report.videos).toHaveLength(1);
  expect(report.videos[0]!.sha256).toBe(createHash('sha256').update(film).digest('hex'));
  const project = await call<Project>('GET', `/api/projects/${projectId}`);
  expect(project.publications).toMatchObject([{ runId: run.id, privacy: 'private' }]);
  const page = await fetch(project.publications[0]!.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('A project')]);
  expect(project.publishing).toMatchObject({ status: 'completed', percentage: 100 });
});
