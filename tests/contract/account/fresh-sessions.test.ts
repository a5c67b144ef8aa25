import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSession } from '#core/repositories/account/sessions.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createVisitors, FRESH_MS } from '../../../server/plugins/visitors.ts';

const backend = await openTestBackend();
const node = await startNode(backend);
const other = await startNode(backend);

const ADDRESS = '192.0.2.1';
const tokenOf = (cookie: string) => cookie.split('=')[1]!;
const statusOf = async (cookie: string, { app } = node) =>
  (await app.inject({ url: '/api/user/videos', headers: { cookie } })).statusCode;

/** Creates a person with two browsers, both of which have just been used on both nodes. */
async function createPerson() {
  const user = await createUser(backend);
  const { token } = await createSession(backend.db, user.id);
  const second = `cutroom=${token}`;
  for (const cookie of [user.cookie, second]) {
    expect([await statusOf(cookie), await statusOf(cookie, other)]).toEqual([200, 200]);
  }
  return { ...user, second };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

/** Freezes the process's clock; only the test advances it. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const ends: [string, (person: Person) => Promise<{ statusCode: number }>, number][] = [
  ['signing out', ({ cookie }) => node.app.inject({ url: '/api/logout', headers: { cookie } }), 200],
  [
    'signing out everywhere',
    ({ cookie }) => node.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers: { cookie } }),
    401,
  ],
  [
    'deleting the account',
    ({ cookie, email }) =>
      node.app.inject({
        method: 'DELETE',
        url: '/api/user',
        headers: { cookie },
        payload: { email },
      }),
    401,
  ],
];

describe('a session used within the last second', () => {
  it.each(ends)('is refused immediately on the same node after %s', async (_, end, second) => {
    holdClock();
    const person = await createPerson();
    expect((await end(person)).statusCode).toBeLessThan(400);
    expect([await statusOf(person.cookie), await statusOf(person.second)]).toEqual([401, second]);
  });

  it.each(ends)(
    'is refused on another node as soon as that node is notified of %s',
    async (_, end, second) => {
      holdClock();
      const person = await createPerson();
      await end(person);
      // The clock is frozen, so only the message can end the session.
      while ((await statusOf(person.cookie, other)) !== 401);
      expect(await statusOf(person.second, other)).toBe(second);
    },
  );
});

describe('the sessions cached by a node', () => {
  const watched = () => {
    const lookups = vi.spyOn(backend.db, 'selectFrom');
    onTestFinished(() => lookups.mockRestore());
    return () => lookups.mock.calls.filter(([table]) => (table as unknown) === 'sessions').length;
  };

  it('looks up cached sessions every second, which limits the effect of a lost message', async () => {
    holdClock();
    const visitors = createVisitors(backend.db, 100);
    const { id, cookie } = await createUser(backend);
    const countLookups = watched();
    for (let i = 0; i < 5; i += 1) expect((await visitors.find(tokenOf(cookie), ADDRESS))?.userId).toBe(id);
    expect(countLookups()).toBe(1);
    await backend.db.deleteFrom('sessions').where('userId', '=', id).execute();
    vi.advanceTimersByTime(FRESH_MS - 1);
    expect(await visitors.find(tokenOf(cookie), ADDRESS)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(await visitors.find(tokenOf(cookie), ADDRESS)).toBeUndefined();
  });

  it('the sessions cached by a node do not include a session that ended while it was looked up', async () => {
    holdClock();
    const visitors = createVisitors(backend.db, 100);
    const { id, cookie } = await createUser(backend);
    const pending = visitors.find(tokenOf(cookie), ADDRESS);
    visitors.forget(id, null);
    expect(await pending).toBeDefined();
    const countLookups = watched();
    await visitors.find(tokenOf(cookie), ADDRESS);
    expect(countLookups()).toBe(1);
  });

  it("of a user stay fresh if another user's request names them", async () => {
    holdClock();
    const visitors = createVisitors(backend.db, 100);
    const [own, stranger] = [await createUser(backend), await createUser(backend)];
    const { id: sessionId } = (await visitors.find(tokenOf(own.cookie), ADDRESS))!;
    visitors.forget(stranger.id, sessionId);
    const countLookups = watched();
    await visitors.find(tokenOf(own.cookie), ADDRESS);
    expect(countLookups()).toBe(0);
  });
});
