import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { captureLog } from '../../helpers/services/log.ts';

const text = (value: string) => `$${value.length}\r\n${value}\r\n`;
const list = (...values: string[]) => `*${values.length}\r\n${values.map(text).join('')}`;

/** Starts a server of Redis's protocol. `answer` returns the reply to a command. */
async function serve(answer: (command: string[], socket: Socket) => string | Promise<string>) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let replies = Promise.resolve();
    // The commands of this test arrive whole.
    socket.on('data', (data) => {
      for (const command of String(data).split(/(?=\*\d+\r\n\$)/)) {
        const words = [...command.matchAll(/\$\d+\r\n(.*)\r\n/g)].map(([, word]) => word!);
        replies = replies.then(async () => void socket.write(await answer(words, socket)));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => close(server, sockets));
  return { port: (server.address() as AddressInfo).port, sockets };
}

function close(server: Server, sockets: Set<Socket>): void {
  server.close();
  for (const socket of sockets) socket.destroy();
}

it('connects again if sentinels report a new primary while its address is requested', async () => {
  const primary = await serve(([name]) =>
    name!.toLowerCase() === 'info' ? text('role:master\r\nloading:0\r\n') : '+OK\r\n',
  );
  const subscribers = new Set<Socket>();
  let isSubscribed = (): void => {};
  const subscribed = new Promise<void>((resolve) => (isSubscribed = resolve));
  const sentinel = await serve(async ([name, what], socket) => {
    if (name === 'subscribe') {
      subscribers.add(socket);
      isSubscribed();
      return `*3\r\n${text(name)}${text(what!)}:1\r\n`;
    }
    if (what !== 'get-master-addr-by-name') return what === 'sentinels' ? '*0\r\n' : '+OK\r\n';
    // The report is received before the address is.
    for (const listener of subscribers) {
      if (listener.closed) continue;
      listener.write(list('message', '+switch-master', 'primary'));
      await once(listener, 'close');
    }
    return list('127.0.0.1', String(primary.port));
  });
  const redis = openRedis(
    {
      url: 'redis://primary',
      cluster: null,
      tls: null,
      sentinels: {
        nodes: [{ host: '127.0.0.1', port: sentinel.port }],
        primary: 'primary',
        password: undefined,
      },
    },
    captureLog().logger,
  );
  atEnd(() => redis.disconnect());
  await redisReady(redis);
  await subscribed;
  const ended = new Promise((resolve) => redis.once('end', () => resolve('ended')));
  const ready = new Promise((resolve) => redis.once('ready', () => resolve('ready')));
  for (const socket of primary.sockets) socket.destroy();
  expect(await Promise.race([ended, ready])).toBe('ready');
});
