import { createServer } from 'node:http';
import { once } from 'node:events';
import { withTimeout } from '#core/lib/with-timeout.ts';

/** If Redis is silent for longer, it counts as unavailable. In ms. */
const ANSWER_WITHIN_MS = 3_000;

export interface HealthServer {
  /** The port that it listens on. */
  port: number;
  close(): void;
}

/**
 * Serves `/healthz`, which responds as long as the process does, and `/readyz`, which is 200 while Redis answers
 * this worker and 503 otherwise. Both are for health checks of containers.
 * @throws Error if the port is not free
 */
export async function serveHealth(
  { host, port }: { host: string; port: number },
  redis: { ping(): Promise<unknown> },
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<HealthServer> {
  const isReady = () =>
    withTimeout(answerWithinMs, redis.ping()).then(
      () => true,
      () => false,
    );
  const server = createServer((request, response) => {
    const send = (code: number, body: object) =>
      response
        .writeHead(code, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(body));
    if (request.url === '/healthz') send(200, { status: 'ok' });
    else if (request.url === '/readyz') {
      void isReady().then((ready) =>
        send(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', redis: ready ? 'ok' : 'away' }),
      );
    } else send(404, { status: 'not found' });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
