import { createHash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import Fastify, { type FastifyInstance } from 'fastify';
import { QUEUES } from '#contract/jobs/job.ts';
import type { Backend } from '#core/backend.ts';

/** The page's own files, and nothing of other sites: it would load fonts from one. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');
const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Returns the token of a Bearer header, or the password of a browser's sign-in with any name. */
function tokenIn(authorization = ''): string {
  const [scheme = '', credential = ''] = authorization.split(' ', 2);
  if (scheme.toLowerCase() === 'bearer') return credential;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(credential, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/**
 * Builds Bull Board, which shows the queues and their jobs, without listening. It changes nothing, since
 * Postgres decides which jobs exist. Each request needs the token.
 */
export async function buildQueueBoard(
  { config, redis }: Pick<Backend, 'config' | 'redis'>,
  token: string,
): Promise<FastifyInstance> {
  const queues = QUEUES.map((name) => new Queue(name, { connection: redis, prefix: config.redisPrefix }));
  // The connection reports its own errors; BullMQ repeats them on each queue.
  for (const queue of queues) queue.on('error', () => {});
  const adapter = new FastifyAdapter();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Cutroom' } },
  });
  const app = Fastify({ forceCloseConnections: true });
  const expected = digest(token);
  app.addHook('onRequest', async ({ headers, method }, reply) => {
    reply.headers(HEADERS);
    if (!timingSafeEqual(digest(tokenIn(headers.authorization)), expected)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Basic realm="Queues"')
        .send('The token is missing or wrong.');
    }
    if (method !== 'GET' && method !== 'HEAD')
      return reply.code(405).send('The queues can only be read here.');
    return undefined;
  });
  await app.register(adapter.registerPlugin());
  app.addHook('onClose', async () => {
    await Promise.all(queues.map((queue) => queue.close()));
  });
  return app;
}
