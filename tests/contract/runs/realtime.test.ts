import { io, type Socket } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const backend = await openTestBackend();

const nodes = (await Promise.all([startNode(backend), startNode(backend)])).map(({ url }) => url);

function connect(url: string, headers: Record<string, string>): Socket {
  const socket = io(url, { extraHeaders: headers, forceNew: true, reconnection: false });
  onTestFinished(() => {
    socket.disconnect();
  });
  return socket;
}
const next = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));

/** All events of a socket, in order. */
function record(socket: Socket): [string, unknown][] {
  const events: [string, unknown][] = [];
  socket.onAny((event: string, payload: unknown) => events.push([event, payload]));
  return events;
}

describe('the page receives', () => {
  it('a snapshot first, then each event once, over a websocket, from any node', async () => {
    const user = await createUser(backend);
    const other = await createUser(backend);
    const mine = nodes.map((url) => connect(url, { cookie: user.cookie }));
    const eventsPerSocket = mine.map(record);
    const stranger = connect(nodes[0]!, { cookie: other.cookie });
    const strangerEvents = record(stranger);
    await Promise.all([...mine, stranger].map((socket) => next(socket, 'snapshot')));
    await Promise.all(
      mine.map(async ({ io: { engine } }) => {
        if (engine.transport.name !== 'websocket')
          await new Promise((resolve) => engine.once('upgrade', resolve));
        expect(engine.transport.name).toBe('websocket');
      }),
    );
    const { projectId } = await createProject(backend, user.id);
    const received = mine.map((socket) => next(socket, 'credits.changed'));
    backend.bus.publish(user.id, 'project.changed', { projectId });
    backend.bus.publish(user.id, 'credits.changed', { totalCredits: 5 });
    await Promise.all(received);
    for (const events of eventsPerSocket) {
      expect(events).toEqual([
        ['snapshot', { runs: [], totalCredits: 5 }],
        ['project.changed', { projectId }],
        ['credits.changed', { totalCredits: 5 }],
      ]);
    }
    expect(strangerEvents.map(([event]) => event)).toEqual(['snapshot']);
  });

  it('its active runs in the snapshot, whatever it missed', async () => {
    const user = await createUser(backend);
    const { projectId } = await createProject(backend, user.id);
    const run = await backend.db
      .insertInto('runs')
      .values({
        kind: 'generation',
        projectId,
        userId: user.id,
        language: 'en',
        percentage: 42.9,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const snapshot = await next<{ runs: unknown[] }>(connect(nodes[1]!, { cookie: user.cookie }), 'snapshot');
    expect(snapshot.runs).toMatchObject([
      { id: run.id, percentage: 42.9, projectTitle: 'A project', status: 'queued' },
    ]);
  });

  it('nothing without a session or from another site', async () => {
    const user = await createUser(backend);
    const refused: Record<string, string>[] = [
      {},
      { cookie: 'cutroom=wrong' },
      { cookie: user.cookie, origin: 'https://evil.example' },
      { cookie: user.cookie, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of refused) {
      const socket = connect(nodes[0]!, headers);
      await next(socket, 'connect_error');
      expect(socket.connected).toBe(false);
    }
  });

  it('the end of its session: the socket is closed', async () => {
    const user = await createUser(backend);
    const socket = connect(nodes[0]!, { cookie: user.cookie });
    await next(socket, 'snapshot');
    const shut = next(socket, 'disconnect');
    const answer = await fetch(`${nodes[1]}/api/logout`, {
      headers: { cookie: user.cookie },
      redirect: 'manual',
    });
    expect(answer.status).toBe(302);
    expect(await shut).toBe('io server disconnect');
  });
});
