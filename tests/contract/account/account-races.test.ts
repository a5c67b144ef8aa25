import { expect, it, vi } from 'vitest';
import { deleteAccountRows, lockAccount } from '#core/repositories/account/account-deletion.ts';
import { openAccountCalls } from '../../helpers/calls/account.ts';
import { ROUTE_CASES } from '../../helpers/calls/route-cases.ts';
import { openAppWithRoutes } from '../../helpers/calls/routes.ts';
import { type Belongings, createBelongings } from '../../helpers/data/belongings.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const { db } = backend;

/** What happens once between the check of a request and its handler. */
let meanwhile: (() => Promise<void>) | undefined;
const { app, routes } = await openAppWithRoutes(backend, async () => {
  const happens = meanwhile;
  meanwhile = undefined;
  await happens?.();
});
const { exported, importing } = openAccountCalls(app);

const deleteAccount = (userId: string) =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    await deleteAccountRows(trx, userId);
  });

/** First those that write: the others only miss what they read. */
const CLOSED = routes
  .map(({ method, url }) => `${method} ${url}`)
  .filter((name) => ROUTE_CASES.get(name)?.access !== 'open')
  .toSorted((a, b) => Number(a.startsWith('GET ')) - Number(b.startsWith('GET ')));

async function send(name: string, own: Belongings) {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'];
  const { url, body } = ROUTE_CASES.get(name)!;
  const headers = { cookie: own.user.cookie };
  const answer = await app.inject({ method, url: url(own), headers, ...(body && { payload: body(own) }) });
  expect(meanwhile).toBeUndefined();
  return answer;
}

it.each(casesOfTier(CLOSED, 12))(
  '%s reports no fault of the server if the account was deleted meanwhile',
  async (name) => {
    const own = await createBelongings(backend);
    meanwhile = () => deleteAccount(own.user.id);
    const answer = await send(name, own);
    expect([answer.statusCode, answer.body]).not.toEqual([500, expect.anything()]);
  },
);

it.each(casesOfTier(CLOSED, 4))(
  '%s reports no fault of the server if its project was removed meanwhile',
  async (name) => {
    const own = await createBelongings(backend);
    meanwhile = async () => void (await db.deleteFrom('projects').where('id', '=', own.projectId).execute());
    const answer = await send(name, own);
    expect([answer.statusCode, answer.body]).not.toEqual([500, expect.anything()]);
  },
);

it('answers an import that races with the deletion of its account with 404, and leaves nothing', async () => {
  const owner = await createUser(backend);
  await createProject(backend, owner.id);
  const file = await exported(owner);
  const person = await createUser(backend);
  // After the file was read, before it is written.
  vi.spyOn(backend.disk, 'refuseFull').mockImplementationOnce(() => deleteAccount(person.id));
  const answer = await importing(person, file);
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect(await db.selectFrom('projects').select('id').where('user_id', '=', person.id).execute()).toEqual([]);
});

it('answers a write to what was removed meanwhile with 409', async () => {
  const own = await createBelongings(backend);
  meanwhile = async () => void (await db.deleteFrom('projects').where('id', '=', own.projectId).execute());
  const payload = { projectId: own.projectId, fileName: 'film.mp4' };
  const headers = { cookie: own.user.cookie };
  const answer = await app.inject({ method: 'POST', url: '/api/objects/upload', headers, payload });
  expect([404, 409]).toContain(answer.statusCode);
});
