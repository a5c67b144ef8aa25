import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { openBackend } from '#core/backend.ts';
import type { Failure } from '../../../standins/youtube/channel-state.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { startFakeServer } from '../../helpers/outside/fake-server.ts';
import { captureLog } from '../../helpers/services/log.ts';
import { openTestApp, testEnvironment } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openPublishing } from '../../helpers/data/publishing.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const CHUNK = 8 * 2 ** 20;
const TWO_AND_A_BIT = 2 * CHUNK + 1000;
const standIn = await startChannelStandIn(PUBLIC_URL);
const config = parseConfig(await testEnvironment({ PUBLIC_URL, STANDINS_URL: standIn.url }));
const log = captureLog();
const backend = await openBackend(config, log.logger);
afterAll(() => backend.close());
const app = await openTestApp(backend);
const { db } = backend;
const user = await createUser(backend);
await connectChannel(app, standIn, user.cookie);
const { runOf, tryStep, abortRun, publishFilm } = openPublishing(backend, app, user);

beforeEach(() => standIn.tell());
afterEach(() => void vi.restoreAllMocks());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const newest = async () => (await standIn.report()).videos.at(-1);
/** Shortens the patience, so that the test does not wait half a minute for a silent server. */
function loseThePatience(): void {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, Math.min(ms, 200)));
}

describe('publishing', () => {
  itInFullTier('resumes after each break at the byte that YouTube has', async () => {
    const { runId, film } = await publishFilm(TWO_AND_A_BIT);
    await standIn.tell({
      failures: [
        { on: 'chunk', breakAfter: 3 * 2 ** 20 },
        { on: 'chunk', breakAfter: 2 ** 20 },
        { on: 'chunk', status: 503 },
      ],
    });
    // The 503 brings no progress, so the attempt ends and the next one continues.
    await tryStep(runId);
    expect((await runOf(runId)).status).toBe('running');
    const between = (await standIn.report()).sessions.at(-1)!;
    expect(between.received).toBeGreaterThan(3 * 2 ** 20);
    const { counts } = await standIn.report();
    await tryStep(runId);
    const after = await standIn.report();
    expect((await runOf(runId)).status).toBe('completed');
    expect(after.counts['begin']).toBe(counts['begin']);
    expect(after.videos.at(-1)!.sha256).toBe(sha256(film));
  });

  itInFullTier(
    'renews its access when it has expired, and restarts when YouTube lost the upload',
    async () => {
      const { runId, film } = await publishFilm(TWO_AND_A_BIT);
      await standIn.tell({ endAccess: true, failures: [{ on: 'chunk', expire: true }] });
      await tryStep(runId);
      expect((await runOf(runId)).status).toBe('completed');
      expect((await newest())?.sha256).toBe(sha256(film));
    },
  );

  it('stops when it is cancelled, even while YouTube is silent', async () => {
    const { runId } = await publishFilm(100);
    await standIn.tell({ failures: [{ on: 'chunk', how: 'slow' }] });
    const before = (await standIn.report()).counts['chunk'] ?? 0;
    const tried = tryStep(runId);
    await expect.poll(async () => (await standIn.report()).counts['chunk']).toBe(before + 1);
    abortRun(runId);
    expect(await tried).toBeNull();
  });

  itInFullTier('never follows an address outside the service it began with, and reports it', async () => {
    const elsewhere = await startFakeServer(() => ({ body: {} }));
    const location = `${elsewhere.url}/upload?upload_id=1`;
    for (const failure of [
      { on: 'begin', status: 200, headers: { location } },
      { on: 'begin', status: 307, headers: { location } },
      { on: 'chunk', status: 307, headers: { location } },
    ] as const) {
      const { runId } = await publishFilm(100);
      await standIn.tell({ failures: [failure] });
      await tryStep(runId);
      expect(await runOf(runId)).toMatchObject({
        status: 'failed',
        message:
          'YouTube named an address outside its own service, so nothing was sent there. Please try again later.',
      });
    }
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('ends when the channel is no longer connected, which the settings show', async () => {
    const other = await createUser(backend);
    await connectChannel(app, standIn, other.cookie, 'Brief');
    const theirs = openPublishing(backend, app, other);
    const { runId } = await theirs.publishFilm(100);
    const failures: Failure[] = [{ on: 'token', status: 400, reason: 'invalid_grant' }];
    await standIn.tell({ endAccess: true, failures });
    await theirs.tryStep(runId);
    expect(await theirs.runOf(runId)).toMatchObject({
      errorCode: 'not_connected',
      message: 'YouTube Not Connected: Please connect your YouTube account in settings first.',
    });
    const me = await app.inject({ url: '/api/auth/user', headers: { cookie: other.cookie } });
    expect(me.json().youtubeChannelName).toBeNull();
  });
});

describe("YouTube's verdict on a video", () => {
  it.each([
    [{ on: 'begin', status: 403, reason: 'quotaExceeded' }, 'quota', 'its quota is used up'],
    [{ on: 'chunk', status: 403, reason: 'quotaExceeded' }, 'quota', 'Please try again tomorrow'],
    [{ on: 'begin', status: 400, reason: 'uploadLimitExceeded' }, 'upload_limit', 'daily upload limit'],
    [{ on: 'begin', status: 403, reason: 'forbidden' }, 'forbidden', 'does not let us upload'],
    [{ on: 'begin', status: 403, reason: 'forbiddenPrivacySetting' }, 'forbidden', 'this privacy setting'],
    [{ on: 'begin', status: 400, reason: 'invalidSomething' }, 'refused', 'invalidSomething'],
    [{ on: 'token', status: 401, reason: 'invalid_client' }, 'refused', 'Please tell its operator'],
  ] as const)('is explained to the creator after %o', async (failure, errorCode, words) => {
    const { runId } = await publishFilm(100);
    await standIn.tell({ endAccess: true, failures: [failure] });
    await tryStep(runId);
    expect(await runOf(runId)).toMatchObject({
      status: 'failed',
      errorCode,
      message: expect.stringContaining(words),
    });
  });

  it.each([
    [{ uploadStatus: 'failed', failureReason: 'codec' }, 'YouTube cannot read how this video is encoded.'],
    [{ uploadStatus: 'failed', failureReason: 'news' }, 'YouTube could not use this video.'],
    [
      { uploadStatus: 'rejected', rejectionReason: 'length' },
      'YouTube rejected this video: it is longer than this channel may upload.',
    ],
    [
      { uploadStatus: 'rejected', rejectionReason: 'inappropriate' },
      'YouTube rejected this video: it is against its rules.',
    ],
    [{ uploadStatus: 'deleted' }, 'This video was deleted on YouTube.'],
  ])('is reported: %o', async (outcome, message) => {
    const { runId } = await publishFilm(100);
    await standIn.tell({ outcome });
    await tryStep(runId);
    expect(await runOf(runId)).toMatchObject({ status: 'failed', message });
  });

  itInFullTier('is reported for a copyright claim; a retry sends the video again', async () => {
    const { runId, film } = await publishFilm(100);
    await standIn.tell({ outcome: { uploadStatus: 'rejected', rejectionReason: 'copyright' } });
    await tryStep(runId);
    expect(await runOf(runId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('copyright'),
    });
    await standIn.tell();
    const retried = await app.inject({
      method: 'POST',
      url: `/api/runs/${runId}/retry`,
      headers: { cookie: user.cookie },
    });
    const { id } = retried.json();
    await tryStep(id);
    expect((await runOf(id)).status).toBe('completed');
    expect((await newest())?.sha256).toBe(sha256(film));
  });
});

const FAULTS: [name: string, fault: Omit<Failure, 'on'>][] = [
  ['401', { status: 401, reason: 'authError' }],
  ['403 for its quota', { status: 403, reason: 'quotaExceeded' }],
  ['429', { status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '600' } }],
  ['500', { status: 500 }],
  ['silence', { how: 'slow' }],
  ['half a response', { how: 'broken' }],
];

/**
 * The run's state after such a failure, the pause before its next attempt, its end, and whether YouTube has
 * the video.
 */
type Outcome = [status: string, pause: 'none' | 'short' | 'as asked', end: string, isSent: boolean];
const DONE: Outcome = ['completed', 'none', 'completed', true];
const AGAIN: Outcome = ['running', 'short', 'completed', true];
const LATER: Outcome = ['running', 'as asked', 'completed', true];
const ENDED: Outcome = ['failed', 'none', 'failed', false];
/** By kind of request, in the order of the faults. A new access token is requested immediately. */
const OUTCOMES: Record<'begin' | 'chunk' | 'videos' | 'token', Outcome[]> = {
  begin: [DONE, ENDED, LATER, AGAIN, AGAIN, AGAIN],
  chunk: [DONE, ENDED, LATER, AGAIN, AGAIN, AGAIN],
  // If the result of a video is unknown, the upload has not failed.
  videos: [DONE, DONE, DONE, DONE, AGAIN, AGAIN],
  token: [AGAIN, AGAIN, LATER, AGAIN, AGAIN, AGAIN],
};
const MATRIX = (['begin', 'chunk', 'videos', 'token'] as const).flatMap((on) =>
  FAULTS.map(([name, fault], index) => ({ on, name, fault, outcome: OUTCOMES[on][index]! })),
);

it.each(casesOfTier(MATRIX, 6))(
  'an attempt whose $on is answered by $name has the expected outcome',
  async (row) => {
    const { on, fault, outcome } = row;
    const { runId, film } = await publishFilm(100);
    await standIn.tell({ endAccess: on === 'token', failures: [{ on, ...fault }] });
    if (fault.how === 'slow') loseThePatience();
    const delayMs = await tryStep(runId);
    vi.restoreAllMocks();
    const { status } = await runOf(runId);
    const step = db.selectFrom('runSteps').select('errorMessage').where('runId', '=', runId);
    // Whatever the cause was, it was not our fault.
    expect((await step.executeTakeFirstOrThrow()).errorMessage ?? 'YouTube').toMatch(/^YouTube/);
    await standIn.tell();
    await tryStep(runId);
    const end = (await runOf(runId)).status;
    const pause = delayMs === null ? 'none' : delayMs > 500_000 ? 'as asked' : 'short';
    expect([status, pause, end, (await newest())?.sha256 === sha256(film)]).toEqual(outcome);
  },
);

describe('the settings', () => {
  const isConnected = async (cookie: string) =>
    (await app.inject({ url: '/api/auth/user', headers: { cookie } })).json().youtubeChannelName !== null;

  it.each((['token', 'channels'] as const).flatMap((on) => FAULTS.map((fault) => [on, ...fault] as const)))(
    'do not connect a channel after a consent whose %s is answered by %s',
    async (on, _, fault) => {
      const { cookie } = await createUser(backend);
      const started = await app.inject({ method: 'POST', url: '/api/youtube/auth', headers: { cookie } });
      const back = await standIn.consent(started.json().authUrl, { answer: 'allow', channel: 'Workshop' });
      await standIn.tell({ failures: [{ on, ...fault }] });
      if (fault.how === 'slow') loseThePatience();
      const answer = await app.inject({ url: back.pathname + back.search, headers: { cookie } });
      expect(answer.headers.location).toBe('/settings?youtube_error=callback_failed');
      expect(await isConnected(cookie)).toBe(false);
    },
  );

  // Half a response is enough to learn that the tokens were revoked.
  it.each(FAULTS.filter(([, { how }]) => how !== 'broken'))(
    'keep the channel after a revocation that is answered by %s',
    async (_, fault) => {
      const { cookie } = await createUser(backend);
      await connectChannel(app, standIn, cookie);
      await standIn.tell({ failures: [{ on: 'revoke', ...fault }] });
      if (fault.how === 'slow') loseThePatience();
      const answer = await app.inject({ method: 'DELETE', url: '/api/youtube/auth', headers: { cookie } });
      expect([answer.statusCode, await isConnected(cookie)]).toEqual([503, true]);
    },
  );
});

it('do not leak a token or an upload address to a log or a job', async () => {
  const rows = await db.selectFrom('runSteps').select(['input', 'errorMessage']).execute();
  const keys = await backend.redis.keys(`${config.redisPrefix}:*`);
  expect(keys.length).toBeGreaterThan(0);
  const hashes = keys.filter((key) => key.endsWith('publish-video'));
  const jobs = JSON.stringify(await Promise.all(hashes.map((key) => backend.redis.hgetall(key))));
  expect(jobs.length).toBeGreaterThan(100);
  for (const text of [log.text(), jobs, JSON.stringify(rows)]) {
    expect(text).not.toMatch(/ya29|1\/\/|upload_id/);
  }
  const publications = await db.selectFrom('publications').selectAll().execute();
  expect(JSON.stringify(publications)).not.toMatch(/upload_id|https?:/);
});
