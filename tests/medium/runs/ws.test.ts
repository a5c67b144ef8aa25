import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Run } from '#contract/runs.ts';
import { createSession } from '#core/repositories/account/sessions.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createKey, createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { PATIENT } from '../../helpers/patient.ts';

const PING_MS = 30_000;

const backend = await openTestBackend();
const timers = vi.spyOn(globalThis, 'setInterval');
const node = await startNode(backend);
const pings = timers.mock.calls.filter(([, ms]) => ms === PING_MS).map(([tick]) => tick as () => void);
timers.mockRestore();
const other = await startNode(backend);

interface Message {
  type: string;
  payload: Record<string, unknown>;
}

/** Connects a script and records all its messages. */
function connect(headers: Record<string, string>, { url = node.url, path = '/ws', autoPong = true } = {}) {
  const socket = new WebSocket(url + path, { headers, autoPong });
  onTestFinished(() => socket.terminate());
  const messages: Message[] = [];
  const raw: string[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    raw.push(String(data));
    messages.push(JSON.parse(String(data)) as Message);
    for (const check of waiting) check();
  });
  /** Resolves with the first message of a type, past or future. */
  const until = (type: string) =>
    new Promise<Message>((resolve) => {
      const check = () => {
        const match = messages.find((message) => message.type === type);
        if (match) resolve(match);
      };
      waiting.add(check);
      check();
    });
  return { socket, heard: messages, raw, until };
}

/** Returns why the handshake failed. */
async function refusal(headers: Record<string, string>, path?: string): Promise<string> {
  const { socket } = connect(headers, path ? { path } : {});
  const [error] = (await once(socket, 'error')) as [Error];
  return error.message;
}

/** Returns the server's end of a connection that `open` creates. */
async function serversEnd(open: () => { until(type: string): Promise<unknown> }): Promise<WebSocket> {
  const add = vi.spyOn(node.app.lines, 'add');
  await open().until('snapshot');
  const [, socket] = add.mock.calls[0]!;
  add.mockRestore();
  return socket;
}

describe('a script receives', () => {
  it('a snapshot first, then the events of its own user, each once and on one line', async () => {
    const user = await createUser(backend);
    const stranger = connect({ cookie: (await createUser(backend)).cookie });
    const scripts = [connect({ cookie: user.cookie }), connect({ cookie: user.cookie }, { url: other.url })];
    await Promise.all([stranger, ...scripts].map(({ until }) => until('snapshot')));
    const { projectId } = await createProject(backend, user.id);
    backend.bus.publish(user.id, 'project.changed', { projectId });
    backend.bus.publish(user.id, 'credits.changed', { totalCredits: 5 });
    await Promise.all(scripts.map(({ until }) => until('credits.changed')));
    for (const { heard, raw } of scripts) {
      expect(heard).toEqual([
        { type: 'snapshot', payload: { runs: [], totalCredits: 5 } },
        { type: 'project.changed', payload: { projectId } },
        { type: 'credits.changed', payload: { totalCredits: 5 } },
      ]);
      for (const line of raw) expect(line.indexOf('\n')).toBe(line.length - 1);
    }
    expect(stranger.heard.map(({ type }) => type)).toEqual(['snapshot']);
  });

  it('events that occur while its snapshot is being read, after the snapshot', async () => {
    const user = await createUser(backend);
    const add = vi.spyOn(node.app.lines, 'add').mockImplementationOnce((session, socket) => {
      add.mockRestore();
      node.app.lines.add(session, socket);
      node.sockets.deliver({ userId: user.id, type: 'credits.changed', payload: { totalCredits: 4 } });
    });
    const script = connect({ cookie: user.cookie });
    await script.until('credits.changed');
    expect(script.heard.map(({ type }) => type)).toEqual(['snapshot', 'credits.changed']);
  });

  it("the end of its session, and no other session's", async () => {
    const user = await createUser(backend);
    const script = connect({ cookie: user.cookie });
    const { token } = await createSession(backend.db, user.id);
    const otherSession = connect({ cookie: `cutroom=${token}` });
    await Promise.all([script.until('snapshot'), otherSession.until('snapshot')]);
    const closed = once(script.socket, 'close');
    await fetch(`${other.url}/api/logout`, { headers: { cookie: user.cookie }, redirect: 'manual' });
    expect((await closed)[0]).toBe(1008);
    expect(script.heard.at(-1)).toMatchObject({ type: 'session.ended' });
    expect(otherSession.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('/ws refuses', () => {
  it('callers without a session, and pages of other sites', async () => {
    const { cookie } = await createUser(backend);
    expect(await refusal({})).toContain('401');
    expect(await refusal({ cookie: 'cutroom=wrong' })).toContain('401');
    expect(await refusal({ cookie, origin: 'https://evil.example' })).toContain('403');
    expect(await refusal({ cookie, 'sec-fetch-site': 'cross-site' })).toContain('403');
  });

  it('upgrades of other paths, and requests that are not upgrades', async () => {
    const { cookie } = await createUser(backend);
    for (const path of ['/', '/ws/', '/wsx', '/api/auth/user', '/socket.iox/']) {
      expect([path, await refusal({ cookie }, path)]).toEqual([path, expect.stringContaining('404')]);
    }
    const plain = await fetch(`${node.url}/ws`, { headers: { cookie } });
    expect(plain.status).toBe(400);
  });

  it('long messages; short ones change nothing', async () => {
    const { id, cookie } = await createUser(backend);
    const script = connect({ cookie });
    await script.until('snapshot');
    script.socket.send('{"type":"subscribe","payload":{"userId":"somebody else"}}');
    node.sockets.deliver({ userId: id, type: 'credits.changed', payload: { totalCredits: 5 } });
    await script.until('credits.changed');
    script.socket.send('x'.repeat(1001));
    expect((await once(script.socket, 'close'))[0]).toBe(1009);
    expect(script.heard).toHaveLength(2);
  });
});

describe('one server serves both', () => {
  it('with one listener, which leaves socket.io its websocket', async () => {
    expect(node.app.server.listenerCount('upgrade')).toBe(1);
    const { cookie } = await createUser(backend);
    await connect({ cookie }).until('snapshot');
    const page = io(node.url, { extraHeaders: { cookie }, forceNew: true, reconnection: false });
    onTestFinished(() => {
      page.disconnect();
    });
    await new Promise((resolve) => page.once('snapshot', resolve));
    const { engine } = page.io;
    if (engine.transport.name !== 'websocket')
      await new Promise((resolve) => engine.once('upgrade', resolve));
    expect(engine.transport.name).toBe('websocket');
  });
});

describe('a client that', () => {
  it('reads too slowly misses progress; one that is far behind is disconnected, and memory stays limited', async () => {
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const script = connect({ cookie: user.cookie });
    const server = await serversEnd(() => script);
    script.socket.pause();
    const run: Run = {
      id: projectId,
      kind: 'generation',
      projectId,
      projectTitle: 'x'.repeat(10_000),
      language: 'en',
      status: 'running',
      percentage: 1,
      stage: 'Rendering',
      message: '',
      errorCode: null,
      retryable: true,
      failedSectionId: null,
      estimate: null,
      steps: { done: 0, total: 1, reused: 0 },
      version: 1,
      createdAt: new Date().toISOString(),
      finishedAt: null,
    };
    const publish = (type: 'run.progressed' | 'run.completed') =>
      node.sockets.deliver({ userId: user.id, type, payload: { run } });
    // More than the operating system's buffers hold.
    for (let i = 0; i < 3000; i += 1) publish('run.progressed');
    expect(server.bufferedAmount).toBeGreaterThan(0);
    expect(server.bufferedAmount).toBeLessThan(100_000);
    for (let i = 0; i < 50; i += 1) publish('run.completed');
    expect(server.readyState).toBe(WebSocket.OPEN);
    const serverClosed = once(server, 'close');
    for (let i = 0; i < 200; i += 1) publish('run.completed');
    await serverClosed;
    expect(server.bufferedAmount).toBeLessThan(1_100_000);
    // Everything before the end is complete: a broken line could not be parsed.
    const closed = once(script.socket, 'close');
    script.socket.resume();
    await closed;
    expect(script.heard[0]!.type).toBe('snapshot');
  });

  it('does not answer a ping is disconnected at the next one', async () => {
    expect(pings.length).toBeGreaterThan(0);
    const tick = () => {
      for (const ping of pings) ping();
    };
    const { cookie } = await createUser(backend);
    const alive = connect({ cookie });
    const server = await serversEnd(() => alive);
    const dead = connect({ cookie }, { autoPong: false });
    await dead.until('snapshot');
    const answered = once(server, 'pong');
    const pinged = once(dead.socket, 'ping');
    tick();
    await Promise.all([answered, pinged]);
    const closed = once(dead.socket, 'close');
    tick();
    expect((await closed)[0]).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });
});

// product 6.9
it('the client in the guide to the API prints events', async () => {
  const guide = await readFile('docs/api.md', 'utf8');
  const code = /```js\n([\s\S]+?)```/.exec(guide.split('## Events')[1]!)![1]!;
  expect(code.split('\n').length).toBeLessThanOrEqual(20);
  const user = await createUser(backend);
  const key = await createKey(backend, user.id, { scopes: ['read'] });
  const { projectId } = await createProject(backend, user.id);
  const script = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: process.env['PATH'], CUTROOM_URL: node.url, CUTROOM_API_KEY: key.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    script.kill();
  });
  let printed = '';
  script.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await vi.waitUntil(() => printed.includes('0 at work, 5 credits'), PATIENT);
  backend.bus.publish(user.id, 'project.changed', { projectId });
  await vi.waitUntil(() => printed.includes(`project.changed { projectId: '${projectId}' }`), PATIENT);
  await fetch(`${node.url}/api/user/api-keys/${key.id}`, {
    method: 'DELETE',
    headers: { cookie: user.cookie },
  });
  await once(script, 'exit');
  expect(printed).toContain('closed 1008 The API key has ended.');
});
