import { expect, it } from 'vitest';
import { captureCredit, readCredits } from '#core/repositories/money/credits.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openOps } from '../../helpers/processes/ops.ts';

const { backend, app, ops, begin } = await openOps();
const { db } = backend;
const creditsOf = async (userId: string) => (await readCredits(db, userId)).totalCredits;
const actionsOf = async (user: string) => (await ops(['audit', '--user', user])).text;

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

it('requires an ID if several users have an address', async () => {
  const [first, second] = [await createUser(backend), await createUser(backend)];
  await db.updateTable('users').set({ email: first.email }).where('id', '=', second.id).execute();
  const { code, text } = await ops(['suspend', first.email]);
  expect(code).toBe(2);
  expect(text).toContain(second.id);
  expect((await ops(['suspend', 'no-one@example.com'])).code).toBe(2);
});
