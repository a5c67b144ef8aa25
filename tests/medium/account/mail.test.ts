import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openMailSender } from '#core/mail/mail.ts';
import { openBackend, type Backend } from '#core/backend.ts';
import { isHere, trackPresence } from '#core/bus/presence.ts';
import { insertMail } from '#core/repositories/account/mails.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { planPreparation } from '#core/runs/kinds/preparation.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { openTestApp, openTestBackend, testEnvironment } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { startSmtpServer } from '../../helpers/outside/smtp-server.ts';

const smtp = await startSmtpServer();
const env = await testEnvironment({
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Cutroom <films@cutroom.example>',
  PUBLIC_URL: 'https://cutroom.example',
});

async function openNode(): Promise<Backend> {
  const config = parseConfig(env);
  const node = await openBackend(config, createLogger(config.logLevel, 'test'));
  afterAll(() => node.close());
  return node;
}
const [first, second] = [await openNode(), await openNode()];
const senders = [first, second].map((node) => openMailSender(node.config.mail!, node));
afterAll(() => senders.forEach((sender) => sender.close()));
const sendAll = () => Promise.all(senders.flatMap((sender) => [sender.sendDue(), sender.sendDue()]));

/** Creates a user whose project has an active run. */
async function working(node: Backend, kind: 'processing' | 'preparation' = 'processing', title = 'A walk') {
  const person = await createUser(node);
  const { projectId, videoId } = await createProject(node, person.id);
  await node.db.updateTable('projects').set({ title }).where('id', '=', projectId).execute();
  const { id: runId } = await node.db
    .insertInto('runs')
    .values({ kind, projectId, userId: person.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const videos = [{ id: videoId, durationMs: 1000, fetched: false }];
  await insertSteps(node.db, runId, kind === 'processing' ? planProcessing(videos) : planPreparation(videos));
  return { person, projectId, runId };
}

/** Makes the run fail, since its only video cannot be fetched. */
async function failRun(node: Backend, runId: string): Promise<void> {
  const ref = { runId, step: 'fetch-media-0' };
  await node.engine.advance(runId);
  await node.engine.begin(ref);
  await node.engine.fail(ref, { code: 'gone', message: 'The video is gone.', retry: 'never' });
  const run = await node.db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  expect(run.status).toBe('failed');
}
const mailsOf = (node: Backend, userId: string) =>
  node.db.selectFrom('mails').selectAll().where('userId', '=', userId).execute();
const receivedBy = (email: string) => smtp.mails.filter((mail) => mail.to.includes(email));

beforeEach(() => {
  smtp.answer = '250 kept';
});

describe('mail about a run', () => {
  // product 4.66
  it('is sent once, even if two nodes check for it', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => working(first)));
    for (const { runId } of people) await failRun(first, runId);
    const repeatedMail = {
      userId: people[0]!.person.id,
      runId: people[0]!.runId,
      recipient: people[0]!.person.email,
    };
    await insertMail(first.db, { ...repeatedMail, subject: 'Again', body: '', sent: false });
    await sendAll();
    await sendAll();
    for (const { person, projectId } of people) {
      const received = receivedBy(person.email);
      expect(received).toHaveLength(1);
      expect(received[0]!.from).toBe('films@cutroom.example');
      expect(received[0]!.data).toContain('Subject: Processing failed: A walk');
      const text = received[0]!.data.replaceAll('=\n', '').replaceAll('=3D', '=');
      expect(text).toContain('The video is gone. Your credit is back.');
      expect(text).toContain(`https://cutroom.example/?project=${projectId}&stage=videolist`);
      expect(await mailsOf(first, person.id)).toEqual([
        expect.objectContaining({ tries: 1, sentAt: expect.any(Date) }),
      ]);
    }
  });

  // product 4.66
  it('is not sent to a user with an open page, on any node', async () => {
    const { person, runId } = await working(first);
    const presence = trackPresence(second.redis, second.config.redisPrefix, second.log);
    presence.enter(person.id);
    presence.enter(person.id);
    presence.leave(person.id);
    const here = () => isHere(first.redis, first.config.redisPrefix, person.id);
    await expect.poll(here).toBe(true);
    await failRun(first, runId);
    expect(await mailsOf(first, person.id)).toEqual([]);

    // The last page closes: the user soon counts as absent, although the node is still running.
    presence.leave(person.id);
    await expect.poll(here, { interval: 200 }).toBe(false);
    await presence.close();
  });

  // product 4.66
  it('is not sent to users who switched it off, nor about cancelled runs or runs that only prepared media', async () => {
    const unwilling = await working(first);
    await first.db
      .updateTable('userSettings')
      .set({ emailNotifications: false })
      .where('userId', '=', unwilling.person.id)
      .execute();
    await failRun(first, unwilling.runId);
    const cancelled = await working(first);
    await first.engine.cancel(cancelled.runId, cancelled.person.id);
    const prepared = await working(first, 'preparation');
    await failRun(first, prepared.runId);
    const nameless = await working(first);
    await first.db.updateTable('users').set({ email: null }).where('id', '=', nameless.person.id).execute();
    await failRun(first, nameless.runId);
    for (const { person } of [unwilling, cancelled, prepared, nameless]) {
      expect(await mailsOf(first, person.id)).toEqual([]);
    }
  });

  it('is retried later if the server is busy, and not at all if it refuses', async () => {
    const busy = await working(first);
    await failRun(first, busy.runId);
    smtp.answer = '451 later';
    await sendAll();
    await sendAll();
    const tried = () => smtp.attempts.filter((to) => to === busy.person.email).length;
    expect(tried()).toBe(1);
    const [waiting] = await mailsOf(first, busy.person.id);
    expect(waiting).toMatchObject({ tries: 1, sentAt: null });
    expect(waiting!.notBefore.getTime()).toBeGreaterThan(Date.now() + 60_000);
    const due = () =>
      first.db
        .updateTable('mails')
        .set({ notBefore: new Date(0) })
        .where('sentAt', 'is', null)
        .execute();
    await due();
    smtp.answer = '250 kept';
    await sendAll();
    expect(receivedBy(busy.person.email)).toHaveLength(1);

    const refused = await working(first);
    await failRun(first, refused.runId);
    smtp.answer = '550 never';
    await sendAll();
    await due();
    smtp.answer = '250 kept';
    await sendAll();
    expect(receivedBy(refused.person.email)).toEqual([]);
  });

  it('treats any project title as plain text', async () => {
    const hostile = await working(first, 'processing', 'Walk\r\nBcc: evil@example.com\r\n\r\n<b>x</b>');
    await failRun(first, hostile.runId);
    await sendAll();
    const [mail] = receivedBy(hostile.person.email);
    expect(mail!.to).toEqual([hostile.person.email]);
    expect(mail!.data).not.toMatch(/^Bcc:/im);
  });
});

describe('the outbox of local mode', () => {
  it('shows each user their own mails, as a page and as JSON', async () => {
    const local = await openTestBackend();
    const app = await openTestApp(local);
    const { person, runId } = await working(local, 'processing', '<script>alert(1)</script>');
    const stranger = await createUser(local);
    await failRun(local, runId);
    const get = (cookie: string, accept: string) =>
      app.inject({ method: 'GET', url: '/api/outbox', headers: { cookie, accept } });
    expect((await get(person.cookie, 'application/json')).json()).toEqual([
      expect.objectContaining({ to: person.email, subject: 'Processing failed: <script>alert(1)</script>' }),
    ]);
    const page = await get(person.cookie, 'text/html,*/*');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('&lt;script&gt;');
    expect(page.body).not.toContain('<script');
    expect(page.body).toMatch(/<a href="http:\/\/localhost:3000\/\?project=[\w-]+&amp;stage=videolist">/);
    expect((await get(stranger.cookie, 'application/json')).json()).toEqual([]);
    // Mail that was only displayed is not sent once a server is configured.
    expect((await mailsOf(local, person.id))[0]!.sentAt).toBeInstanceOf(Date);
  });

  it('does not exist in production, where no mail is stored without a server', async () => {
    const production = await openTestBackend({
      CUTROOM_MODE: 'production',
      SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    });
    const app = await openTestApp(production);
    const { person, runId } = await working(production);
    await failRun(production, runId);
    expect(await mailsOf(production, person.id)).toEqual([]);
    const answer = await app.inject({
      method: 'GET',
      url: '/api/outbox',
      headers: { cookie: person.cookie },
    });
    expect(answer.statusCode).toBe(404);
  });
});
