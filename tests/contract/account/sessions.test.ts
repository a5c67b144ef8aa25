import { describe, expect, it, vi } from 'vitest';
import { io } from 'socket.io-client';
import { sql } from 'kysely';
import { startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';

const backend = await openTestBackend();
const node = await startNode(backend);

describe('a session', () => {
  const statusOf = async (cookie: string) =>
    (await node.app.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode;
  const move = (userId: string, column: 'expiresAt' | 'lastSeenAt', to: string) =>
    backend.db
      .updateTable('sessions')
      .set({ [column]: sql`now() + ${to}::interval` })
      .where('userId', '=', userId)
      .execute();

  // product 6.7
  it('ends 14 days after it was last used, and 30 days after it began', async () => {
    const idle = await createUser(backend);
    await move(idle.id, 'lastSeenAt', '-13 days -23 hours');
    expect(await statusOf(idle.cookie)).toBe(200);
    // That request counts as a use.
    await backend.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', idle.id)
      .where('lastSeenAt', '>', sql<Date>`now() - interval '1 minute'`)
      .executeTakeFirstOrThrow();
    await move(idle.id, 'lastSeenAt', '-14 days -1 minute');
    await vi.waitUntil(async () => (await statusOf(idle.cookie)) === 401, PATIENT);

    const old = await createUser(backend);
    const { expiresAt } = await backend.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('userId', '=', old.id)
      .executeTakeFirstOrThrow();
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
    expect(await statusOf(old.cookie)).toBe(200);
    await move(old.id, 'expiresAt', '-1 second');
    await vi.waitUntil(async () => (await statusOf(old.cookie)) === 401, PATIENT);
  });

  it('ends with a sign-out, closes its pages within a second, and leaves other sessions alone', async () => {
    const { cookie } = await createUser(backend);
    const otherUser = await createUser(backend);
    const open = async (whose: string) => {
      const page = io(node.url, {
        transports: ['websocket'],
        extraHeaders: { cookie: whose },
        forceNew: true,
        reconnection: false,
      });
      await new Promise<void>((resolve) => page.once('snapshot', () => resolve()));
      return page;
    };
    const [page, another] = await Promise.all([open(cookie), open(otherUser.cookie)]);
    const closed = new Promise((resolve) => page.once('disconnect', resolve));
    const answer = await node.app.inject({ url: '/api/logout', headers: { cookie } });
    expect(answer.cookies.find(({ name }) => name === 'cutroom')).toMatchObject({ value: '', path: '/' });
    await closed;
    expect([await statusOf(cookie), another.connected]).toEqual([401, true]);
    another.disconnect();
  });

  it('is stored only as a hash: the database contents open nothing', async () => {
    const { id, cookie } = await createUser(backend);
    const row = await backend.db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(cookie.split('=')[1]);
    expect(await statusOf(`cutroom=${row.id}`)).toBe(401);
  });

  it('is not found for a cookie that is invalid, too long, or duplicated', async () => {
    const { cookie } = await createUser(backend);
    for (const wrong of [
      'cutroom=',
      'cutroom=%00',
      `cutroom=${'a'.repeat(4000)}`,
      'cutroom=%E0%A4%A',
      `cutroom=x; ${cookie}`,
    ]) {
      expect([wrong.slice(0, 20), await statusOf(wrong)]).toEqual([wrong.slice(0, 20), 401]);
    }
  });
});
