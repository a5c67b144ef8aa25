import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { QUEUES } from '#contract/jobs/job.ts';
import { buildQueueBoard } from '../../../server/services/operation/queue-board.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const TOKEN = 'a-token-for-the-queues';
const backend = await openTestBackend({ QUEUE_BOARD_PORT: '3005', QUEUE_BOARD_TOKEN: TOKEN });
const board = await buildQueueBoard(backend, backend.config.queueBoard!.token);
atEnd(() => board.close());

const basic = (password: string) => `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
const ask = (url: string, authorization?: string, method: 'GET' | 'PUT' = 'GET') =>
  board.inject({ url, method, ...(authorization && { headers: { authorization } }) });

it('shows the jobs of each queue to the token alone', async () => {
  const runId = randomUUID();
  await backend.queues.enqueue({ runId, step: 'render-1', job: 'render-section', priority: 0, delayMs: 0 });
  for (const wrong of [
    undefined,
    basic('x'),
    basic(''),
    'Bearer ',
    `Bearer ${TOKEN}x`,
    TOKEN,
    `Digest ${TOKEN}`,
  ]) {
    for (const url of ['/', '/api/queues', '/static/x.js', '/nowhere']) {
      const refused = await ask(url, wrong);
      expect([url, refused.statusCode, refused.headers['www-authenticate']]).toEqual([
        url,
        401,
        'Basic realm="Queues"',
      ]);
    }
  }
  for (const right of [basic(TOKEN), `Bearer ${TOKEN}`]) {
    const page = await ask('/', right);
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    const answer = await ask('/api/queues?activeQueue=render&status=latest', right);
    const { queues } = answer.json<{
      queues: { name: string; counts: Record<string, number>; jobs: unknown[] }[];
    }>();
    expect(queues.map(({ name }) => name)).toEqual([...QUEUES]);
    expect(JSON.stringify(queues)).toContain(runId);
  }
});

it('changes nothing, and loads nothing from other sites', async () => {
  const paused = await ask('/api/queues/render/pause', basic(TOKEN), 'PUT');
  expect(paused.statusCode).toBe(405);
  expect(await backend.queues.isPaused()).toBe(false);
  const policy = (await ask('/', basic(TOKEN))).headers['content-security-policy'];
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('http');
});
