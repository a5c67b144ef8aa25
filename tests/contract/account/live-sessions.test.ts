import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSession } from '#core/repositories/account/sessions.ts';
import { FRESH_MS, UNKNOWN_COOKIES } from '../../../server/plugins/visitors.ts';
import { HANDSHAKES } from '../../../server/realtime/handshakes.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const backend = await openTestBackend();
const node = await startNode(backend);
const FACTOR = 0.05;
const strict = await openTestBackend({ LIMITS_FACTOR: String(FACTOR) });
const strictNode = await startNode(strict);

const SOCKET = '/socket.io/?EIO=4&transport=';

/** Opens a page's raw connection, which sends only pongs. */
async function openPage(cookie: string, url = node.url) {
  const socket = new WebSocket(`${url}${SOCKET}websocket`, { headers: { cookie } });
  onTestFinished(() => socket.terminate());
  const messages: string[] = [];
  socket.on('message', (data) => {
    if (String(data) === '2') socket.send('3');
    else messages.push(String(data));
  });
  const closed = once(socket, 'close').then(() => 'closed');
  await vi.waitUntil(() => messages.length > 0, PATIENT);
  return { socket, heard: messages, closed };
}
type OpenPage = Awaited<ReturnType<typeof openPage>>;

const snapshots = ({ heard }: Pick<OpenPage, 'heard'>) =>
  heard.filter((packet) => packet.startsWith('42["snapshot"')).length;

async function joinPage(cookie: string) {
  const page = await openPage(cookie);
  page.socket.send('40');
  await vi.waitUntil(() => snapshots(page) > 0, PATIENT);
  return page;
}

async function openScript(cookie: string) {
  const socket = new WebSocket(`${node.url}/ws`, { headers: { cookie } });
  onTestFinished(() => socket.terminate());
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await vi.waitUntil(() => messages.length > 0, PATIENT);
  return { heard: messages, closed };
}

const logOut = (cookie: string) => node.app.inject({ url: '/api/logout', headers: { cookie } });

describe('one connection', () => {
  it('joins once, however many joins a request contains', async () => {
    const { cookie } = await createUser(backend);
    const headers = { cookie };
    const opened = await (await fetch(`${node.url}${SOCKET}polling`, { headers })).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const poll = `${node.url}${SOCKET}polling&sid=${sid}`;
    const body = Array(1000).fill('40').join('\u001e');
    expect(body).toHaveLength(2999);
    await fetch(poll, { method: 'POST', headers, body });
    const messages: string[] = [];
    while (snapshots({ heard: messages }) < 2) {
      const answer = await fetch(poll, { headers });
      if (answer.status !== 200) break;
      messages.push(...(await answer.text()).split('\u001e'));
    }
    expect(snapshots({ heard: messages })).toBeLessThan(2);
  });

  it('is closed if it sends more messages', async () => {
    const page = await joinPage((await createUser(backend)).cookie);
    for (let i = 0; i < 200; i += 1) page.socket.send(`40/namespace-${i},`);
    expect(await page.closed).toBe('closed');
  });
});

describe('a connection receives no more events when its session', () => {
  it('ended before it joined', async () => {
    const { cookie } = await createUser(backend);
    const [early, joined] = [await openPage(cookie), await joinPage(cookie)];
    await logOut(cookie);
    // The node has received the message by now.
    await joined.closed;
    if (early.socket.readyState === WebSocket.OPEN) early.socket.send('40');
    await vi.waitUntil(() => early.socket.readyState === WebSocket.CLOSED || snapshots(early) > 0, PATIENT);
    expect(snapshots(early)).toBe(0);
  });

  const ends: [string, (userId: string) => Promise<unknown>][] = [
    [
      'ended, but the message about it was lost',
      (userId) => backend.db.deleteFrom('sessions').where('userId', '=', userId).execute(),
    ],
    ['reached its maximum age', (userId) => age(userId, 'expiresAt', '-1 second')],
    ['was unused for too long', (userId) => age(userId, 'lastSeenAt', '-15 days')],
    ['lost its account', (userId) => backend.db.deleteFrom('users').where('id', '=', userId).execute()],
  ];
  const age = (userId: string, column: 'expiresAt' | 'lastSeenAt', by: string) =>
    backend.db
      .updateTable('sessions')
      .set({ [column]: sql`now() + ${by}::interval` })
      .where('userId', '=', userId)
      .execute();

  it.each(ends)('%s', async (_, end) => {
    const { id, cookie } = await createUser(backend);
    const otherPage = await joinPage((await createUser(backend)).cookie);
    const [early, page, script] = await Promise.all([openPage(cookie), joinPage(cookie), openScript(cookie)]);
    await end(id);
    expect(await Promise.all([early.closed, page.closed, script.closed])).toEqual(['closed', 'closed', 1008]);
    expect(page.heard.join()).toContain('session.ended');
    expect(script.heard.at(-1)).toContain('session.ended');
    expect(otherPage.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is checked with one query for all connections', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => createUser(backend)));
    await Promise.all(people.map(({ cookie }) => openPage(cookie)));
    const selectSpy = vi.spyOn(backend.db, 'selectFrom');
    await node.app.liveSessions.check();
    // The timer may have looked the session up too.
    expect(selectSpy.mock.calls.length).toBeLessThanOrEqual(2);
    selectSpy.mockRestore();
  });
});

/** Counts how often sessions are looked up in Postgres during some work. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  const selectSpy = vi.spyOn(strict.db, 'selectFrom');
  await work();
  const count = selectSpy.mock.calls.filter(([table]) => (table as unknown) === 'sessions').length;
  selectSpy.mockRestore();
  return count;
}
/** Freezes the minute of the limits; only the test advances it. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
}
const forged = () => `cutroom=${randomBytes(32).toString('base64url')}`;

describe('Postgres is not queried', () => {
  it('for more than a few forged cookies from one address, while known users there are still served', async () => {
    const app = await openTestApp(strict);
    holdClock();
    const remoteAddress = '192.0.2.77';
    const ask = (cookie: string, url = '/api/config') =>
      app.inject({ url, remoteAddress, headers: { cookie } });
    const { cookie } = await createUser(strict);
    expect((await ask(cookie)).statusCode).toBe(200);
    const most = Math.ceil(UNKNOWN_COOKIES * FACTOR);
    const statuses: number[] = [];
    const count = await lookUps(async () => {
      for (let i = 0; i < 100; i += 1) statuses.push((await ask(forged())).statusCode);
      for (let i = 0; i < 100; i += 1) await ask(forged(), '/healthz');
    });
    expect(count).toBe(most);
    expect(statuses.indexOf(429)).toBe(most);
    const refused = await ask(forged());
    expect(refused.json().message).toMatch(
      /^Too many requests with an unknown session from your network: the limit is 15 a minute/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(cookie)).statusCode).toBe(200);
    const elsewhere = await app.inject({
      url: '/api/config',
      remoteAddress: '192.0.2.78',
      headers: { cookie: forged() },
    });
    expect(elsewhere.statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 1000 * Number(refused.headers['retry-after']));
    expect(await lookUps(() => ask(forged()))).toBe(1);
  });

  it('for requests of a user over the limit', async () => {
    const app = await openTestApp(strict);
    const { cookie } = await createUser(strict);
    const statuses: number[] = [];
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const count = await lookUps(async () => {
      for (let i = 0; i < 60; i += 1) {
        // Each request would need a lookup.
        vi.advanceTimersByTime(FRESH_MS);
        statuses.push((await app.inject({ url: '/api/config', headers: { cookie } })).statusCode);
      }
    });
    expect(statuses.indexOf(429)).toBe(30);
    expect(count).toBe(30);
  });

  it('for the connections of a session that opens too many', async () => {
    holdClock();
    const { cookie, id } = await createUser(strict);
    const headers = { cookie };
    const lookedUp = vi.spyOn(strictNode.app.visitors, 'find');
    onTestFinished(() => lookedUp.mockRestore());
    const handshake = () => fetch(`${strictNode.url}${SOCKET}polling`, { headers });
    const most = Math.ceil(HANDSHAKES.session * FACTOR);
    let refused: Response | undefined;
    for (let i = 0; i < 3 * most && !refused; i += 1) {
      const answer = await handshake();
      if (answer.status !== 200) refused = answer;
      else {
        const { sid } = JSON.parse((await answer.text()).slice(1)) as { sid: string };
        await fetch(`${strictNode.url}${SOCKET}polling&sid=${sid}`, { method: 'POST', headers, body: '1' });
      }
    }
    expect(((await refused!.json()) as { message: string }).message).toMatch(
      /^Too many connections of this session: the limit is 6 a minute/,
    );
    // The first session is not known yet.
    expect(lookedUp).toHaveBeenCalledTimes(most + 1);
    // Scripts and pages are counted together.
    const script = new WebSocket(`${strictNode.url}/ws`, { headers });
    const [error] = (await once(script, 'error')) as [Error];
    expect(error.message).toContain('429');
    // Another session of the same user is not locked out.
    const { token } = await createSession(strict.db, id);
    const other = await fetch(`${strictNode.url}${SOCKET}polling`, {
      headers: { cookie: `cutroom=${token}` },
    });
    expect(other.status).toBe(200);
  });
});
