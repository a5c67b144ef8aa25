import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { subscribeEvents } from '#core/bus/bus.ts';
import type { Backend } from '#core/backend.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import type { BuiltClient } from '../../../server/plugins/client.ts';
import { openSocketChannel, type SocketChannel } from '../../../server/realtime/socket.ts';
import { openTestApp } from './backend.ts';

export interface ApiNode {
  url: string;
  app: FastifyInstance;
  sockets: SocketChannel;
}

/** Starts an API node with a port and events, as server.ts does. Await it at the top of the file. */
export async function startNode(backend: Backend, client?: BuiltClient): Promise<ApiNode> {
  const app = await openTestApp(backend, client);
  const sockets = openSocketChannel(backend, app);
  const subscriber = openRedis(backend.config.redis, backend.log, true);
  await redisReady(subscriber);
  await subscribeEvents(subscriber, backend.config.redisPrefix, backend.log, (event) =>
    sockets.deliver(event),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(async () => {
    await sockets.close();
    subscriber.disconnect();
  });
  return { app, sockets, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}
