import { once } from 'node:events';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { isHere } from '#core/bus/presence.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { type ApiNode, startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const [node, other] = [await startNode(backend), await startNode(backend)];
type Headers = Record<string, string>;

/** Opens /ws on a node and waits for its snapshot. */
async function openLines({ url }: ApiNode, headers: Headers) {
  const socket = new WebSocket(`${url}/ws`, { headers });
  onTestFinished(() => socket.terminate());
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)] as const);
  await vi.waitUntil(() => received.length > 0, PATIENT);
  return { received, closed };
}

const connect = ({ url }: ApiNode, headers: Headers) => {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  onTestFinished(() => void socket.disconnect());
  return socket;
};

/** Opens socket.io on a node and waits for its snapshot. */
async function openSocket(to: ApiNode, headers: Headers) {
  const socket = connect(to, headers);
  const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve) => socket.once('snapshot', () => resolve()));
  return { socket, closed };
}

type Person = Awaited<ReturnType<typeof createUser>>;
const del = ({ cookie }: Person, url: string, payload?: object) =>
  node.app.inject({ method: 'DELETE', url, headers: { cookie }, ...(payload && { payload }) });

const ends: [string, (user: Person, keyId: string) => Promise<unknown>][] = [
  ['was revoked', (user, keyId) => del(user, `/api/user/api-keys/${keyId}`)],
  [
    'was revoked, but the message about it was lost',
    (_, keyId) => backend.db.deleteFrom('apiKeys').where('id', '=', keyId).execute(),
  ],
  [
    'expired',
    (_, keyId) =>
      backend.db
        .updateTable('apiKeys')
        .set({ expiresAt: sql`now()` })
        .where('id', '=', keyId)
        .execute(),
  ],
  ["lost its owner's sessions everywhere", (user) => del(user, '/api/user/sessions')],
  ['lost its account', (user) => del(user, '/api/user', { email: user.email })],
];

describe('the connections of an API key', () => {
  // product 6.13
  it.each(ends)('the connections of an API key end on every node after it %s', async (_, end) => {
    const user = await createUser(backend);
    const { id, headers } = await createKey(backend, user.id, { scopes: ['read'] });
    const unaffected = await openLines(other, { cookie: (await createUser(backend)).cookie });
    const [here, there, socketHere, socketThere] = await Promise.all([
      openLines(node, headers),
      openLines(other, headers),
      openSocket(node, headers),
      openSocket(other, headers),
    ]);
    await end(user, id);
    expect(await Promise.all([here.closed, there.closed])).toEqual([
      [1008, 'The API key has ended.'],
      [1008, 'The API key has ended.'],
    ]);
    await Promise.all([socketHere.closed, socketThere.closed]);
    expect(here.received.at(-1)).toContain('session.ended');
    expect(await Promise.race([unaffected.closed, Promise.resolve('open')])).toBe('open');
  });

  it("the connections of an API key stay open after another key and the owner's session ended", async () => {
    const user = await createUser(backend);
    const [key, another] = [await createKey(backend, user.id), await createKey(backend, user.id)];
    const [unaffected, ended, page] = await Promise.all([
      openLines(other, key.headers),
      openLines(other, another.headers),
      openSocket(other, { cookie: user.cookie }),
    ]);
    await del(user, `/api/user/api-keys/${another.id}`);
    await ended.closed;
    await node.app.inject({ url: '/api/logout', headers: { cookie: user.cookie } });
    await page.closed;
    backend.bus.publish(user.id, 'credits.changed', { totalCredits: 4 });
    await vi.waitUntil(() => unaffected.received.length > 1, PATIENT);
    expect(unaffected.received.at(-1)).toContain('credits.changed');
  });

  it("the connections of an API key need the scope 'read', and a valid key even beside a valid cookie", async () => {
    const { id, cookie } = await createUser(backend);
    const { headers } = await createKey(backend, id, { scopes: ['edit', 'generate'] });
    for (const [sent, status, message] of [
      [headers, '403', "Events need an API key with the scope 'read'."],
      [{ authorization: 'Bearer wrong', cookie }, '401', 'Unauthorized'],
    ] as const) {
      const [error] = (await once(new WebSocket(`${node.url}/ws`, { headers: sent }), 'error')) as [Error];
      expect(error.message).toContain(status);
      const refused = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`, { headers: sent });
      expect([refused.status, await refused.json()]).toEqual([403, { code: 4, message }]);
    }
  });

  // product 6.9
  it('the connections of an API key need no origin of ours, and do not count as an open page', async () => {
    const [user, viewer] = [await createUser(backend), await createUser(backend)];
    const { headers } = await createKey(backend, user.id);
    await openSocket(node, { ...headers, origin: 'https://elsewhere.example' });
    const { redis, config } = backend;
    // A page that was opened later is reported by now.
    await openSocket(node, { cookie: viewer.cookie });
    await vi.waitUntil(() => isHere(redis, config.redisPrefix, viewer.id), PATIENT);
    expect(await isHere(redis, config.redisPrefix, user.id)).toBe(false);
  });
});
