import { io } from 'socket.io-client';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EVENT_SCHEMAS, type EventPayload, type EventType } from '#contract/events.ts';
import type { Run } from '#contract/runs.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { startNode } from '../../helpers/services/api-node.ts';
import { createBelongings } from '../../helpers/data/belongings.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const backend = await openTestBackend();
const node = await startNode(backend);

describe('events', () => {
  /** Opens a user's page and script, and records all their events by receiver. */
  async function listen(url: string, cookie: string) {
    const received: [who: string, type: string, payload: unknown][] = [];
    const page = io(url, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
    const script = new WebSocket(`${url}/ws`, { headers: { cookie } });
    onTestFinished(() => {
      page.disconnect();
      script.terminate();
    });
    page.onAny((type: string, payload: unknown) => received.push(['page', type, payload]));
    script.on('message', (line) => {
      const { type, payload } = JSON.parse(String(line)) as { type: string; payload: unknown };
      received.push(['script', type, payload]);
    });
    await vi.waitUntil(() => received.length === 2, PATIENT);
    const until = (type: string) =>
      vi.waitUntil(() => received.filter(([, one]) => one === type).length === 2, PATIENT);
    return { page, script, heard: received, until };
  }

  let run: Run;
  beforeAll(async () => {
    run = (await findRun(backend.db, (await createBelongings(backend)).runId))!.run;
  });

  it.each(Object.keys(EVENT_SCHEMAS) as EventType[])(
    "%s reaches its own user's page and script, and no one else",
    async (type) => {
      const [user, stranger] = await Promise.all([createUser(backend), createUser(backend)]);
      const [own, other] = await Promise.all([
        listen(node.url, user.cookie),
        listen(node.url, stranger.cookie),
      ]);
      // Messages from clients have no effect: they join no room and relay no event.
      for (const message of ['join', 'subscribe', 'message', type]) {
        other.page.emit(message as never, `user:${user.id}` as never);
        other.page.emit(message as never, { userId: user.id, room: `user:${user.id}` } as never);
        other.script.send(JSON.stringify({ type: message, userId: user.id, payload: { userId: user.id } }));
      }
      const payloads: { [T in EventType]: EventPayload<T> } = {
        snapshot: { runs: [run], totalCredits: 7 },
        'run.progressed': { run },
        'run.completed': { run },
        'run.failed': { run },
        'run.cancelled': { run },
        'project.changed': { projectId: run.projectId! },
        'credits.changed': { totalCredits: 7 },
        'music.progressed': { projectId: run.projectId!, percentage: 50 },
        'models.changed': { download: null },
        'session.ended': { sessionId: null },
      };
      own.heard.length = 0;
      other.heard.length = 0;
      backend.bus.publish(user.id, type, payloads[type]);
      await vi.waitUntil(() => own.heard.length === 2, PATIENT);
      // Events arrive in order: after the client's own event, no others follow.
      backend.bus.publish(stranger.id, 'credits.changed', { totalCredits: 2 });
      await other.until('credits.changed');
      expect(own.heard.sort()).toEqual([
        ['page', type, payloads[type]],
        ['script', type, payloads[type]],
      ]);
      expect(EVENT_SCHEMAS[type].safeParse(own.heard[0]![2]).success).toBe(true);
      expect(other.heard.sort()).toEqual([
        ['page', 'credits.changed', { totalCredits: 2 }],
        ['script', 'credits.changed', { totalCredits: 2 }],
      ]);
      expect([other.page.connected, other.script.readyState]).toEqual([true, WebSocket.OPEN]);
    },
  );

  it("events begin with a snapshot of only the user's own runs and credits", async () => {
    const [own, other] = await Promise.all([createBelongings(backend), createUser(backend)]);
    await backend.db
      .updateTable('runs')
      .set({ status: 'running', finishedAt: null })
      .where('id', '=', own.runId)
      .execute();
    const snapshotsOf = async (cookie: string) =>
      (await listen(node.url, cookie)).heard.map(([, type, payload]) => {
        const { runs, totalCredits } = payload as EventPayload<'snapshot'>;
        return [type, runs.map(({ id }) => id), totalCredits];
      });
    const mine = ['snapshot', [own.runId], 1000];
    const theirs = ['snapshot', [], 5];
    expect(await snapshotsOf(own.user.cookie)).toEqual([mine, mine]);
    expect(await snapshotsOf(other.cookie)).toEqual([theirs, theirs]);
  });
});
