import { beforeEach, expect, it } from 'vitest';
import { captureCredit, readCredits } from '#core/repositories/money/credits.ts';
import { startSmtpServer } from '../../helpers/outside/smtp-server.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openOps } from '../../helpers/processes/ops.ts';

const { environment, backend, app, ops, begin } = await openOps();
const { db } = backend;
const creditsOf = async (userId: string) => (await readCredits(db, userId)).totalCredits;
const smtp = await startSmtpServer();
const actionsOf = async (user: string) => (await ops(['audit', '--user', user])).text;

beforeEach(() => {
  smtp.answer = '250 kept';
  smtp.mails.length = 0;
  smtp.attempts.length = 0;
});

// product 28.10
it('lists users by a part of their address, and what they use', async () => {
  const person = await createUser(backend);
  await begin(person);
  const listed = await ops(['users', person.email.slice(0, 20).toUpperCase()]);
  expect(listed.text).toMatch(new RegExp(`${person.id}  ${person.email}  Test User  4  +1 `));
  expect((await ops(['usage', '--user', person.email])).text).toMatch(
    new RegExp(`${person.id}  ${person.email}  1 +1 +0 +0 B`),
  );
  expect(await actionsOf(person.id)).toContain('usage');
});

// product 28.10
it('grants credits, returns the credit of a run once, and records both', async () => {
  const person = await createUser(backend, { packs: [5] });
  expect(await ops(['grant', person.email, '7'])).toMatchObject({
    code: 0,
    text: 'The user has 12 credits now.',
  });
  for (const wrong of ['0', '-1', '1.5', '99999', 'x']) {
    expect((await ops(['grant', person.email, wrong])).code).toBe(2);
  }
  const { runId } = await begin(person);
  expect(await ops(['refund', runId])).toMatchObject({ code: 1, text: 'This run has spent no credit.' });
  await db.transaction().execute((trx) => captureCredit(trx, runId));
  const results = await Promise.all([ops(['refund', runId]), ops(['refund', runId])]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(await creditsOf(person.id)).toBe(12);
  const actions = await actionsOf(person.id);
  expect(actions).toMatch(/grant +\S+ +\{"credits":7\}/);
  expect(actions).toContain(`{"runId":"${runId}"}`);
  const { allPacks } = await readCredits(db, person.id);
  expect(allPacks.map(({ kind }) => kind).toSorted()).toEqual(['grant', 'grant', 'purchase']);
});

// product 28.11
it('suspends a user, ends the sessions, and lifts the suspension', async () => {
  const person = await createUser(backend);
  const status = async () =>
    (await app.inject({ url: '/api/auth/user', headers: { cookie: person.cookie } })).statusCode;
  expect(await ops(['suspend', person.id])).toMatchObject({ code: 0, text: 'The user is suspended.' });
  app.visitors.forget(person.id, null);
  expect(await status()).toBe(401);
  expect((await ops(['suspend', person.email])).text).toBe('The user was suspended before.');
  expect((await ops(['users', person.email])).text).toContain('suspended 20');
  expect((await ops(['suspend', person.email, '--lift'])).text).toBe('The user may sign in again.');
  expect(await actionsOf(person.id)).toContain('lift suspension');
});

// product 28.10
it('invites addresses, lists them, and withdraws an invitation', async () => {
  const invited = await ops(['invite', 'Ada@Example.com', 'grace@example.com']);
  expect(invited.text).toContain('ada@example.com is invited: http://localhost:3000');
  expect(invited.text).toContain('SIGN_UP is open, so invitations have no effect.');
  expect((await ops(['invite', 'ada@example.com'])).text).toContain('was invited before');
  expect((await ops(['invite', '--withdraw', 'grace@example.com'])).text).toContain('is no longer invited');
  const list = (await ops(['invite'])).text;
  expect(list).toContain('ada@example.com');
  expect(list).not.toContain('grace@example.com');
  expect(await ops(['invite', 'ada'])).toMatchObject({ code: 2, text: '"ada" is not an e-mail address.' });
});

/** Runs `invite` in an installation with a mail server. */
const inviteByMail = (args: string[], more: Record<string, string> = {}) =>
  ops(['invite', ...args], {
    ...environment,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'films@studio.example',
    SIGN_UP: 'invited',
    ...more,
  });
const isInvited = async (email: string) => (await ops(['invite'])).text.includes(email);

// product 28.13
it('mails an invitation with a link to sign in, and again only on request', async () => {
  const person = 'mary@example.com';
  expect(await inviteByMail([person])).toEqual({
    code: 0,
    lines: [`${person} is invited. The email was sent.`],
    text: `${person} is invited. The email was sent.`,
  });
  expect(smtp.mails.map(({ to }) => to)).toEqual([[person]]);
  expect(smtp.mails[0]!.data).toMatch(/^Subject: Your invitation to Cutroom$/m);
  expect(smtp.mails[0]!.data).toMatch(/^http:\/\/localhost:3000\/sign-in$/m);
  expect((await inviteByMail([person])).text).toContain('No email was sent; --resend sends it again.');
  expect(smtp.attempts).toEqual([person]);
  expect((await inviteByMail([person, '--resend'])).text).toContain('The email was sent.');
  expect(smtp.attempts).toEqual([person, person]);
  await db.updateTable('invitations').set({ acceptedAt: new Date() }).where('email', '=', person).execute();
  expect((await inviteByMail([person, '--resend'])).text).toContain('has joined');
  expect(smtp.attempts).toEqual([person, person]);
});

// product 28.13
it('reports an invitation whose mail was refused, and retains it', async () => {
  smtp.answer = '550 never';
  const { code, lines } = await inviteByMail(['joan@example.com', 'edith@example.com']);
  expect([code, lines.length, smtp.attempts.length]).toEqual([1, 2, 2]);
  expect(lines[0]).toMatch(/^joan@example\.com is invited, but the email was not sent: .*550 never/);
  expect(await isInvited('joan@example.com')).toBe(true);
  smtp.answer = '250 kept';
  expect(await inviteByMail(['joan@example.com', '--resend'])).toMatchObject({ code: 0 });
});

it('invites everyone although the mail server does not respond', async () => {
  const { code, lines } = await inviteByMail(['ruth@example.com', 'irene@example.com'], {
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  expect(code).toBe(1);
  for (const [at, email] of ['ruth@example.com', 'irene@example.com'].entries()) {
    expect(lines[at]).toMatch(new RegExp(`^${email} is invited, but the email was not sent: .*ECONNREFUSED`));
    expect(await isInvited(email)).toBe(true);
  }
});

it('mails no one who would be refused, and no one whose invitation is withdrawn', async () => {
  const { text } = await inviteByMail(['lise@example.com'], { SIGN_UP: 'closed' });
  expect(text).toContain('No email was sent, because SIGN_UP is closed.');
  await inviteByMail(['lise@example.com', '--withdraw']);
  expect(smtp.attempts).toEqual([]);
});

it('requires an ID if several users have an address', async () => {
  const [first, second] = [await createUser(backend), await createUser(backend)];
  await db.updateTable('users').set({ email: first.email }).where('id', '=', second.id).execute();
  const { code, text } = await ops(['suspend', first.email]);
  expect(code).toBe(2);
  expect(text).toContain(second.id);
  expect((await ops(['suspend', 'no-one@example.com'])).code).toBe(2);
});
