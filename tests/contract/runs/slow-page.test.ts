import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { io } from 'socket.io-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const { url, app, sockets } = await startNode(backend);
const connections = new Set<Socket>();
app.server.on('connection', (connection: Socket) => {
  connections.add(connection);
  connection.once('close', () => connections.delete(connection));
});

const run = (message: string): Run => ({
  id: randomUUID(),
  kind: 'generation',
  projectId: randomUUID(),
  projectTitle: 'A project',
  language: 'en',
  status: 'running',
  percentage: 1,
  stage: 'Rendering sections',
  message,
  errorCode: null,
  retryable: true,
  failedSectionId: null,
  estimate: null,
  steps: { done: 0, total: 1, reused: 0 },
  version: 1,
  createdAt: new Date().toISOString(),
  finishedAt: null,
});

itInFullTier(
  'drops progress for a page that does not read, keeps final events, and uses constant memory',
  async () => {
    const user = await createUser(backend);
    const page = io(url, {
      transports: ['websocket'],
      extraHeaders: { cookie: user.cookie },
      reconnection: false,
    });
    onTestFinished(() => void page.disconnect());
    await new Promise((resolve) => page.once('snapshot', resolve));
    const counts = { progressed: 0, changed: 0 };
    page.on('run.progressed', () => (counts.progressed += 1));
    page.on('project.changed', () => (counts.changed += 1));
    // The page reads nothing until it is resumed.
    const wire = (page.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
    wire.pause();

    const payload = { run: run('x'.repeat(100_000)) };
    const bufferedBytes = () =>
      [...connections].reduce((sum, connection) => sum + connection.writableLength, 0);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 2_000; i += 1) {
      sockets.deliver({ userId: user.id, type: 'run.progressed', payload });
      if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bufferedBytes()).toBeLessThan(10_000_000);
    // The events total 200 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    const projectId = randomUUID();
    sockets.deliver({ userId: user.id, type: 'project.changed', payload: { projectId } });
    wire.resume();
    await vi.waitUntil(() => counts.changed === 1, PATIENT);
    expect(counts.progressed).toBeGreaterThan(0);
    expect(counts.progressed).toBeLessThan(500);
  },
);

it('disconnects a page that is too far behind', async () => {
  const user = await createUser(backend);
  const page = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie: user.cookie },
    reconnection: false,
  });
  onTestFinished(() => void page.disconnect());
  await new Promise((resolve) => page.once('snapshot', resolve));
  const cut = new Promise((resolve) => page.once('disconnect', resolve));
  const wire = (page.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
  wire.pause();
  for (let i = 0; i < 3_000; i += 1) {
    sockets.deliver({ userId: user.id, type: 'project.changed', payload: { projectId: randomUUID() } });
  }
  wire.resume();
  expect(await cut).toMatch(/^transport (close|error)$/);
  expect([...connections].every((connection) => connection.writableLength < 1_000_000)).toBe(true);
});
