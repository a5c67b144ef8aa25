import { resolve } from 'node:path';
import { parseConfig } from '#node/config/config.ts';
import { subscribeEvents } from '#node/bus/bus.ts';
import { createLogger } from '#node/logger.ts';
import { openMailSender } from '#node/mail/mail.ts';
import { openPlatform } from '#node/platform.ts';
import { onStop, tellWhyNotStarted } from '#node/process.ts';
import { openRedis, redisReady } from '#node/queue/redis.ts';
import { repeat } from '#node/repeat.ts';
import { buildApp } from './app.ts';
import { findClient } from './plugins/client.ts';
import { openSocketChannel } from './realtime/socket.ts';

/** How often it is looked for mail to be sent, in ms. */
const MAIL_INTERVAL_MS = 5_000;

const started = tellWhyNotStarted();
const config = parseConfig(process.env);
const log = createLogger(config.logLevel, 'server');
const platform = await openPlatform(config, log);
const app = await buildApp(platform, findClient(resolve('dist/client')));
await app.ready();

const subscriber = openRedis(config.redisUrl, log, true);
await redisReady(subscriber);
const sockets = openSocketChannel(platform, app);
await subscribeEvents(subscriber, config.redisPrefix, log, (event) => sockets.deliver(event));
const reconcile = async () => {
  const activeRuns = await platform.engine.reconcile();
  app.vitals.reconciled = { at: performance.now(), activeRuns };
};
const stopReconciler = repeat('reconciler', reconcile, config.reconcileIntervalMs, log);
const mail = config.mail && openMailSender(config.mail, platform);
const stopMail = mail && repeat('mail', mail.sendDue, MAIL_INTERVAL_MS, log);

await app.listen({ host: config.host, port: config.port });
log.info({ url: config.publicUrl }, 'listening');
process.send?.('ready');
started();

onStop(log, async () => {
  stopReconciler();
  stopMail?.();
  await sockets.close();
  await app.close();
  subscriber.disconnect();
  mail?.close();
  await platform.close();
});
