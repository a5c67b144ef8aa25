import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '#node/config/config.ts';
import { createLogger } from '#node/logger.ts';
import { openPlatform } from '#node/platform.ts';
import { openBrowser, openPage } from '../helpers/browser.ts';
import { channelControl } from '../helpers/channel.ts';
import { addFilm } from '../helpers/film.ts';
import { QUICK } from '../helpers/installation.ts';
import { toast } from '../helpers/page-scene.ts';
import { createUser, testEnvironment } from '../helpers/platform.ts';
import { createProject } from '../helpers/project.ts';
import { startStack } from '../helpers/stack.ts';

const env = { ...(await testEnvironment()), ...QUICK };
const stack = await startStack(env);
await Promise.all([stack.startStandins(), stack.startWorker()]);

it('connects a channel by its consent, publishes a film on it, and disconnects it', async () => {
  const platform = await openPlatform(parseConfig(env), createLogger('silent', 'test'));
  onTestFinished(() => platform.close());
  const user = await createUser(platform);
  const { projectId } = await createProject(platform, user.id);
  await addFilm(platform, { userId: user.id, projectId, bytes: randomBytes(20_000_000) });
  const { page, context } = await openPage(await openBrowser(), stack.url);
  onTestFinished(() => context.close());
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();

  await page.goto('/settings');
  await press('Connect YouTube');
  await page.getByLabel('Channel').fill('Ada films');
  await press('Allow, but this account has no channel');
  await toast(page, 'No YouTube channel found for this account.').waitFor();
  await press('Connect YouTube');
  await page.getByLabel('Channel').fill('Ada films');
  await press('Allow');
  await toast(page, 'YouTube Connected').waitFor();
  await page.getByText('Ada films', { exact: true }).waitFor();

  await page.goto(`/?project=${projectId}&stage=complete`);
  const panel = page.getByRole('region', { name: 'YouTube' });
  await panel.getByText('It can be published on Ada films.').waitFor();
  await channelControl(stack.url).tell({ bytesPerSecond: 15_000_000 });
  await press('Publish to YouTube');
  const dialog = page.getByRole('dialog', { name: 'Publish to YouTube' });
  expect(await dialog.getByLabel('Who may see it').inputValue()).toBe('private');
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('A project');
  await dialog.getByLabel('Title').fill('By the sea');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await panel.getByRole('progressbar', { name: 'Uploading to YouTube' }).waitFor();
  const link = panel.getByRole('link', { name: 'Watch on YouTube' });
  await link.waitFor({ timeout: 60_000 });
  await toast(page, 'Video Is on YouTube').waitFor();
  await panel.getByText('By the sea (private)').waitFor();
  await page.goto((await link.getAttribute('href'))!);
  await page.getByRole('heading', { name: 'By the sea' }).waitFor();

  await page.goto('/settings');
  await press('Disconnect YouTube');
  await toast(page, 'YouTube Disconnected').waitFor();
  await page.getByText('No channel connected', { exact: true }).waitFor();
});
