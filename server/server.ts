import { resolve } from 'node:path';
import { parseConfig } from '#core/config/config.ts';
import { subscribeEvents } from '#core/bus/bus.ts';
import { watchEventLoop } from '#core/process/event-loop.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openMailSender } from '#core/mail/mail.ts';
import { openBackend } from '#core/backend.ts';
import { onStop, reportStartFailure } from '#core/process/lifecycle.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { startReconciler } from '#core/runs/reconciler.ts';
import { repeat } from '#core/lib/repeat.ts';
import { createWebhookSender } from '#core/webhooks/sender.ts';
import { closeDataFiles } from '#core/files/private-files.ts';
import { buildApp } from './app.ts';
import { findClient } from './plugins/client.ts';
import { openSocketChannel } from './realtime/socket.ts';
import { createFilmStarter, makesFilmDue } from './services/runs/start-following-films.ts';

/** How often due mail is sent, in ms. */
const MAIL_INTERVAL_MS = 5_000;
/** How often due webhooks are sent, in ms. */
const WEBHOOKS_INTERVAL_MS = 2_000;

const started = reportStartFailure();
const config = parseConfig(process.env);
const log = createLogger(config.logLevel, 'server');
const watch = watchEventLoop(log, { name: 'server' });
const backend = await openBackend(config, log);
void closeDataFiles(config.dataDir).catch((error: Error) =>
  log.warn({ err: error.message }, 'access to existing files not restricted'),
);
const app = await buildApp(backend, findClient(resolve('dist/client')), watch);
await app.ready();

const subscriber = openRedis(config.redis, log, true);
await redisReady(subscriber);
const sockets = openSocketChannel(backend, app);
const films = createFilmStarter(backend);
await subscribeEvents(subscriber, config.redisPrefix, log, (event) => {
  sockets.deliver(event);
  if (makesFilmDue(event)) void films.wake();
});
const stopReconciler = startReconciler(backend);
// Includes those whose event was lost, or came while no node was running.
const stopFilms = repeat('films', films.wake, config.reconcileIntervalMs, log);
const mail = config.mail && openMailSender(config.mail, backend);
const stopMail = mail && repeat('mail', mail.sendDue, MAIL_INTERVAL_MS, log);
const webhooks = createWebhookSender(backend);
const stopWebhooks = repeat('webhooks', webhooks.sendDue, WEBHOOKS_INTERVAL_MS, log);

const address = await app.listen({ host: config.host, port: config.port });
const board = await openQueueBoard();
watch.requireAnswers(`${address}/healthz`);
log.info({ url: config.publicUrl }, 'listening');
process.send?.('ready');
void app.modelDownloads
  .begin()
  .catch((error: Error) => log.warn({ err: error.message }, 'models not downloaded'));
started();

/** Serves the page of the queues, if it is on. Several nodes of a machine have one, at the first of them. */
async function openQueueBoard() {
  if (!config.queueBoard) return undefined;
  const { buildQueueBoard } = await import('./services/operation/queue-board.ts');
  const { port, token } = config.queueBoard;
  const opened = await buildQueueBoard(backend, token);
  await opened
    .listen({ host: config.host, port })
    .catch((error: Error) => log.error({ err: error.message, port }, 'queue board not opened'));
  return opened;
}

onStop(log, async () => {
  stopReconciler();
  stopFilms();
  stopMail?.();
  stopWebhooks();
  await sockets.close();
  await app.close();
  await board?.close();
  subscriber.disconnect();
  await films.stop();
  mail?.close();
  await webhooks.stop();
  await backend.close();
  watch.stop();
});
