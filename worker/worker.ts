import { type Job, Worker } from 'bullmq';
import { subscribeCancels } from '#core/bus/bus.ts';
import { parseConfig } from '#core/config/config.ts';
import { watchEventLoop } from '#core/process/event-loop.ts';
import { createLogger } from '#core/lib/logger.ts';
import { openBackend } from '#core/backend.ts';
import { answerParent, onStop, reportStartFailure } from '#core/process/lifecycle.ts';
import { openRedis, redisReady } from '#core/queue/redis.ts';
import { placesIn } from '#core/queue/shares.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { repeat } from '#core/lib/repeat.ts';
import { startReconciler } from '#core/runs/reconciler.ts';
import { startRetention } from '#core/retention/schedule.ts';
import { removeFiles } from '#core/storage/remove-files.ts';
import { sweepTempDirs, touchWhileWorking } from '#core/files/temp.ts';
import { credentialsProblem } from './credentials/identity.ts';
import { openMachineEncoder } from './encoders/machine-encoder.ts';
import { nameOf } from './engine-set/engine-set.ts';
import { openLiveEngines } from './engine-set/live-engines.ts';
import { serveHealth } from './health.ts';
import { createStepRunner } from './run-step.ts';

/** The interval after which another worker resumes the steps of a killed one. */
const MAX_STALLED = 50;
/** Work that is unfinished this long into a shutdown is aborted and released, in ms. */
const FINISH_WITHIN_MS = 10_000;

const started = reportStartFailure();
const config = parseConfig(process.env);
const log = createLogger(config.logLevel, 'worker');
const watch = watchEventLoop(log, { name: 'worker' });
const backend = await openBackend(config, log);
const engines = await openLiveEngines(config, log);
const encoder = await openMachineEncoder(config, backend);
let signingProblem = await credentialsProblem(config.c2pa);
const runner = createStepRunner(backend, engines.now, encoder);

const subscriber = openRedis(config.redis, log, true);
const blocking = openRedis(config.redis, log, true);
await Promise.all([redisReady(subscriber), redisReady(blocking)]);
await subscribeCancels(subscriber, config.redisPrefix, runner.abortRun);

const processStep = (job: Job, token?: string) => {
  const end = watch.begin(job.name);
  return runner.process(job, token).finally(end);
};
const workers = config.worker.queues.map((queue) => {
  const worker = new Worker(queue, processStep, {
    connection: blocking,
    prefix: config.redisPrefix,
    concurrency: placesIn(queue, config.worker).places,
    lockDuration: config.worker.lockMs,
    stalledInterval: config.worker.stalledIntervalMs,
    maxStalledCount: MAX_STALLED,
  });
  worker.on('completed', runner.left);
  worker.on('error', (error) => log.warn({ queue, err: error.message }, 'queue'));
  return worker;
});
await Promise.all(workers.map((worker) => worker.waitUntilReady()));

const shares = Object.fromEntries(
  config.worker.queues.map((queue) => [queue, placesIn(queue, config.worker).share]),
);
const retire = await announceWorker(
  backend.redis,
  config.redisPrefix,
  () => {
    const { transcribers, voices, translator, titles, faces, problems } = engines.now();
    return {
      queues: config.worker.queues,
      shares,
      transcriber: nameOf(transcribers[0] ?? null),
      voice: voices?.id ?? 'none',
      voices: voices?.offered ?? [],
      translator: nameOf(translator),
      directions: translator?.directions ?? null,
      heedsBudgets: translator?.heedsBudgets ?? false,
      titles: titles.id,
      faces: nameOf(faces),
      encoder: encoder.now()?.encoder.name,
      warnings: [...problems, encoder.problem() ?? [], signingProblem ?? []].flat(),
    };
  },
  log,
);
const stopReconciler = startReconciler(backend);
const tidy = async () => {
  await sweepTempDirs(config.tempDir);
  await removeFiles(backend);
  await engines.refresh();
  await encoder.refresh();
  signingProblem = await credentialsProblem(config.c2pa);
};
const stopTidying = repeat('tidying', tidy, config.reconcileIntervalMs, log);
const stopRetention = startRetention(backend);
const stopTouching = touchWhileWorking(backend.tempDir, runner.isWorking, log);
const health = await openHealth();
log.info({ queues: config.worker.queues }, 'working');
answerParent();
process.send?.('ready');
started();

/** Serves this worker's health, if it is on. Several workers of a machine have one, at the first of them. */
async function openHealth() {
  const { host } = config;
  const { healthPort: port } = config.worker;
  if (port === undefined) return undefined;
  try {
    const server = await serveHealth({ host, port }, backend.redis);
    watch.requireAnswers(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`);
    return server;
  } catch (error) {
    log.error({ err: (error as Error).message, port }, 'health not served');
    return undefined;
  }
}

onStop(log, async () => {
  stopReconciler();
  stopTidying();
  stopRetention();
  stopTouching();
  await retire();
  const deadline = setTimeout(runner.abortAll, FINISH_WITHIN_MS);
  await Promise.all(workers.map((worker) => worker.close()));
  clearTimeout(deadline);
  subscriber.disconnect();
  blocking.disconnect();
  await backend.close();
  health?.close();
  watch.stop();
});
