import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Video } from '#contract/videos.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { channelControl } from '../../helpers/outside/channel.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { throttle, toast } from '../../helpers/browser/page-scene.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { readWords } from '../../helpers/browser/read-words.ts';

const PERSON = { name: 'Ada Byron', email: 'ada@example.com' };
const CHANNEL = 'Ada films';
const OWN = 'A tour of the workshop';
const ABOUT = 'Where the river is heard.';
const HIT = 'The valley from above';
const TITLE = 'From the valley to the workshop';
/**
 * The responses to the first attempts of an upload, which has more. The pauses between them add up to half a
 * minute.
 */
const REFUSALS = [503, 503, 503, 503, 503];
/** The chunk size of an upload to YouTube. */
const CHUNK_BYTES = 8 * 2 ** 20;

const folder = await mkdtemp(join(tmpdir(), 'cutroom-journey-'));
const samples = await mkdtemp(join(tmpdir(), 'cutroom-samples-'));
afterAll(() => Promise.all([folder, samples].map((dir) => rm(dir, { recursive: true, force: true }))));
const [file] = await Promise.all([
  makeSpokenVideo(folder, { name: 'workshop', seconds: 4 }),
  makeSpokenVideo(samples, { name: 'valley', seconds: 4 }),
  writeFile(
    join(samples, 'valley.json'),
    JSON.stringify({ title: HIT, channel: 'Rivers', license: 'CC BY 4.0' }),
  ),
  writeFile(join(samples, '.complete'), ''),
]);
// Padding that players skip, so that the file takes two chunks.
const room = Buffer.alloc(CHUNK_BYTES);
room.writeUInt32BE(room.length);
room.write('free', 4);
await appendFile(file, room);

const stack = await startStack({
  SAMPLE_LIBRARY_DIR: samples,
  SEARCH_STANDINS: 'on',
  WELCOME_CREDITS: '1',
});
await Promise.all([stack.startStandins(), stack.startWorker()]);
const standIn = channelControl(stack.url);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const chosen = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

/** Connects a channel by the consent page, first with an account that has no channel. */
async function connect(page: Page): Promise<void> {
  await page.goto('/settings');
  await press(page, 'Connect YouTube');
  await page.getByLabel('Channel').fill(CHANNEL);
  await press(page, 'Allow, but this account has no channel');
  await toast(page, 'No YouTube channel found for this account.').waitFor();
  await press(page, 'Connect YouTube');
  await page.getByLabel('Channel').fill(CHANNEL);
  const back = page.waitForRequest(`${stack.url}/settings?youtube_success=true`);
  await press(page, 'Allow');
  await back;
  await toast(page, 'YouTube Connected').waitFor();
  await page.getByText(CHANNEL, { exact: true }).waitFor();
}

/** Sends the file to the channel. Its card appears, selected, while it is being sent. */
async function upload(page: Page): Promise<void> {
  // The second chunk is refused until the first one has been seen there.
  const refused = REFUSALS.map((status) => ({ on: 'chunk', status }) as const);
  await standIn.tell({ failures: [{ on: 'chunk', breakAfter: 2 * CHUNK_BYTES }, ...refused] });
  await page.goto('/');
  await press(page, 'Upload to YouTube');
  const dialog = page.getByRole('dialog', { name: 'Upload Video to YouTube' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Title').fill(OWN);
  await dialog.getByLabel('Description (optional)').fill(ABOUT);
  const speedUp = await throttle(page);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.getByText(/^[1-9]\d?% · .+ left$/).waitFor();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByText(/^Paused at /).waitFor();
  await speedUp();
  const rest = page.waitForRequest(/\/media\/uploads\/.*offset=[1-9]/);
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await rest;
  await toast(page, 'Video Uploaded Successfully').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'All Videos (1)' }).waitFor();
  expect(await chosen(page, OWN).isChecked()).toBe(true);
  const bar = page.getByRole('progressbar', { name: `Uploading ${OWN} to YouTube` });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(40);
  await standIn.tell();
}

/** Returns the server's hits of one source. */
async function search(page: Page, source: 'Manual' | 'YouTube', words: string): Promise<Video[]> {
  await page.getByRole('button', { name: 'Advanced Settings' }).click();
  await page.getByRole('region', { name: 'Advanced Settings' }).getByLabel('Source').selectOption(source);
  await page.keyboard.press('Escape');
  const box = page.getByRole('searchbox', { name: 'Search for Videos' });
  const answer = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    const [query, from] = [searchParams.get('query'), searchParams.get('source')];
    return pathname === '/api/videos/search' && query === words && from === source.toLowerCase();
  });
  await box.fill(words);
  await box.press('Enter');
  return (await (await answer).json()) as Video[];
}

async function readProject(page: Page): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  return (await (await page.request.get(`/api/projects/${id}`)).json()) as Project;
}

/** The required text of the film's description: its chapters, and the creators of others' videos. */
function descriptionOf({ films }: Project, hit: Video): string {
  const chapters = films[0]!.chapters.map(({ start, title }) => `0:${pad(Math.floor(start))} ${title}`);
  const credit = `"${HIT}" by Rivers, ${hit.license}, https://www.youtube.com/watch?v=${hit.sourceId}`;
  return [`From ${HIT}`, '', 'Chapters', ...chapters, '', 'Made from', credit].join('\n');
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const pad = (seconds: number) => String(seconds).padStart(2, '0');

// product 1.3, 1.18, 2.10, 4.29, 4.46, 4.50, 8.48
it('connects a channel, uploads, selects, processes and publishes', async () => {
  const { page, complaints } = await openPage(await openBrowser(), stack.url);
  await signIn(page, PERSON);
  await connect(page);
  await upload(page);

  // Both kinds of video are selected: the creator's own, and one of YouTube's.
  const [own, ...others] = await search(page, 'Manual', 'workshop');
  expect([own?.title, own?.channel, others]).toEqual([OWN, CHANNEL, []]);
  const [hit] = await search(page, 'YouTube', 'valley');
  expect(hit?.license).toContain('CC BY');
  await page.getByRole('listitem').filter({ hasText: HIT }).getByText(hit!.license!).waitFor();
  await chosen(page, HIT).check();
  await press(page, 'Process 2 Videos');
  await page.locator('[data-select]').first().waitFor();
  const { sections, processing } = await readProject(page);
  expect(new Set(sections.map(({ video }) => video.title))).toEqual(new Set([OWN, HIT]));
  for (const { id } of sections) expect((await readWords(page, id)).words.length).toBeGreaterThan(5);

  // The uploaded file is stored, so only one video was fetched.
  const fetches = await stack.db
    .selectFrom('runSteps')
    .select(['input', 'reused'])
    .where('runId', '=', processing!.id)
    .where('job', '=', 'fetch-media')
    .execute();
  expect(
    new Map(fetches.map(({ input, reused }) => [(input as { videoId: string }).videoId, reused])),
  ).toEqual(
    new Map([
      [own!.id, true],
      [hit!.id, false],
    ]),
  );
  const { calls } = (await (await fetch(`${stack.url}/standins/youtube/control`)).json()) as {
    calls: string[];
  };
  expect(calls.filter((path) => path.startsWith('/files/'))).toEqual([`/files/${hit!.sourceId}`]);

  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByLabel('Quality').selectOption('720p');
  await page.getByRole('button', { name: 'Generate Video' }).first().click();
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();

  const panel = page.getByRole('region', { name: 'YouTube' });
  await expect.poll(async () => (await standIn.report()).videos.length).toBe(1);
  await standIn.tell({ failures: REFUSALS.map((status) => ({ on: 'begin', status })) });
  await press(page, 'Publish to YouTube');
  const dialog = page.getByRole('dialog', { name: 'Publish to YouTube' });
  await dialog.getByText(`Publishing to “${CHANNEL}”`).waitFor();
  expect(await dialog.getByLabel('Who can see it').inputValue()).toBe('private');
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('valley');
  await dialog.getByLabel('Title').fill(TITLE);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await panel.getByRole('progressbar', { name: 'Uploading to YouTube' }).waitFor();
  await standIn.tell();
  const link = panel.getByRole('link', { name: 'Watch on YouTube' });
  await Promise.all([link.waitFor(), toast(page, 'Video Is on YouTube').waitFor()]);
  await panel.getByText(`${TITLE} (private)`).waitFor();

  const project = await readProject(page);
  const film = await (await page.request.get(project.finalVideoLink!)).body();
  const sent = await readFile(file);
  const { videos } = await standIn.report();
  expect(videos.map(({ channel, ...video }) => ({ ...video, channel: channel.title }))).toMatchObject([
    { title: OWN, description: ABOUT, privacy: 'private', channel: CHANNEL, sha256: sha256(sent) },
    {
      title: TITLE,
      description: descriptionOf(project, hit!),
      privacy: 'private',
      channel: CHANNEL,
      sha256: sha256(film),
    },
  ]);
  const { id } = await stack.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await checkInstallation(stack, id, { spent: 1, left: 0 });

  await page.goto((await link.getAttribute('href'))!);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await page.goto('/settings');
  await press(page, 'Disconnect YouTube');
  await toast(page, 'YouTube Disconnected').waitFor();
  await page.getByText('No channel connected', { exact: true }).waitFor();
  // The token of the account without a channel was revoked immediately.
  expect((await standIn.report()).revoked).toBe(2);
  expect(complaints).toEqual([]);
});
