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

/** Runs once between the check of a request and its handler. */
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

/** Routes that write come first: the others only fail to find what they read. */
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
  '%s does not fail with a server error if the account is deleted meanwhile',
  async (name) => {
    const own = await createBelongings(backend);
    meanwhile = () => deleteAccount(own.user.id);
    const answer = await send(name, own);
    expect([answer.statusCode, answer.body]).not.toEqual([500, expect.anything()]);
  },
);

it.each(casesOfTier(CLOSED, 4))(
  '%s does not fail with a server error if its project is removed meanwhile',
  async (name) => {
    const own = await createBelongings(backend);
    meanwhile = async () => void (await db.deleteFrom('projects').where('id', '=', own.projectId).execute());
    const answer = await send(name, own);
    expect([answer.statusCode, answer.body]).not.toEqual([500, expect.anything()]);
  },
);

it('responds with 404 to an import that races with the deletion of its account, and leaves nothing', async () => {
  const owner = await createUser(backend);
  await createProject(backend, owner.id);
  const file = await exported(owner);
  const person = await createUser(backend);
  // After the file has been read, before it is written.
  vi.spyOn(backend.disk, 'refuseFull').mockImplementationOnce(() => deleteAccount(person.id));
  const answer = await importing(person, file);
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect(await db.selectFrom('projects').select('id').where('userId', '=', person.id).execute()).toEqual([]);
});

it('responds with 409 to a write to rows that were removed meanwhile', async () => {
  const own = await createBelongings(backend);
  meanwhile = async () => void (await db.deleteFrom('projects').where('id', '=', own.projectId).execute());
  const payload = { projectId: own.projectId, fileName: 'film.mp4' };
  const headers = { cookie: own.user.cookie };
  const answer = await app.inject({ method: 'POST', url: '/api/objects/upload', headers, payload });
  expect([404, 409]).toContain(answer.statusCode);
});
