import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type JobName, JOBS } from '#contract/jobs/all.ts';
import type { Backend } from '#core/backend.ts';
import { listWorkers } from '#core/queue/worker-registry.ts';
import {
  measureCompletions,
  measureFailures,
  measureSteps,
  measureWaiting,
} from '#core/repositories/runs/measures.ts';
import { readLastPass } from '#core/runs/reconciler.ts';
import { measurePayments } from '#core/repositories/money/unmatched-payments.ts';
import { createCachedAnswer } from './cached-answer.ts';

/** Statistics that only this node has. */
export interface NodeStats {
  countPages(): number;
  countScripts(): number;
}

export interface Metrics {
  contentType: string;
  /**
   * Returns the figures in Prometheus' format, at most 5 s old. Those of an unreachable service are omitted.
   */
  read(): Promise<string>;
}

const FRESH_MS = 5_000;

export function createMetrics(backend: Backend, nodeStats: NodeStats): Metrics {
  const { config, db, queues, redis } = backend;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `cutroom_${name}`, help, labelNames, registers: [registry] });

  const up = gauge('up', '1 when the service answers.', 'service');
  const jobs = gauge('queue_jobs', 'Jobs in a queue, by state.', 'queue', 'state');
  const waiting = gauge('queue_oldest_seconds', 'How long the oldest job waits for a worker.', 'queue');
  const serving = gauge('workers', 'Running workers that serve a queue.', 'queue');
  const steps = gauge('step_seconds', 'How long steps took in the last hour.', 'job', 'quantile');
  const stepCount = gauge('steps_done', 'Steps done in the last hour.', 'job');
  const failures = gauge('runs_failed', 'Runs that failed in the last hour.', 'kind', 'code');
  const completions = gauge('runs_completed', 'Runs that completed in the last hour.', 'kind');
  const unmatched = gauge('payments_unmatched', 'Payments that match no purchase: npm run ops -- payments.');
  const owed = gauge('refund_credits_owed', 'Refunded credits that had already been spent.');
  const sockets = gauge('sockets', 'Open connections of this node.', 'kind');
  const lag = gauge('reconciler_lag_seconds', 'Since any process last reconciled runs.');
  const active = gauge('reconciler_active_runs', 'Runs in progress at the last reconciliation.');
  const disk = gauge('disk_free_bytes', 'Free space where the data is kept.');
  const floor = gauge('disk_min_free_bytes', 'New work does not start with less free space.');

  async function measureRedis(): Promise<void> {
    for (const each of [jobs, serving]) each.reset();
    const counts = await queues.counts();
    const workers = await listWorkers(redis, config.redisPrefix);
    for (const { queue, ...states } of counts) {
      for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
      serving.set({ queue }, workers.filter((worker) => worker.queues.includes(queue)).length);
    }
    const lastPass = await readLastPass(redis, config.redisPrefix);
    if (!lastPass) return;
    lag.set(lastPass.agoMs / 1000);
    active.set(lastPass.activeRuns);
  }

  async function measurePostgres(): Promise<void> {
    for (const each of [waiting, steps, stepCount, failures, completions]) each.reset();
    const [ages, durations, failed, completed, payments] = await Promise.all([
      measureWaiting(db),
      measureSteps(db, Object.keys(JOBS) as JobName[]),
      measureFailures(db),
      measureCompletions(db),
      measurePayments(db),
    ]);
    unmatched.set(payments.unmatched);
    owed.set(payments.owed);
    const oldest = new Map<string, number>();
    for (const { job, seconds } of ages) {
      const { queue } = JOBS[job];
      oldest.set(queue, Math.max(seconds, oldest.get(queue) ?? 0));
    }
    for (const [queue, seconds] of oldest) waiting.set({ queue }, seconds);
    for (const { job, count, median, p95 } of durations) {
      stepCount.set({ job }, count);
      steps.set({ job, quantile: '0.5' }, median);
      steps.set({ job, quantile: '0.95' }, p95);
    }
    for (const { kind, code, count } of failed) failures.set({ kind, code }, count);
    for (const { kind, count } of completed) completions.set({ kind }, count);
  }

  async function measureDisk(): Promise<void> {
    disk.set(await backend.disk.freeBytes());
    floor.set(config.minFreeBytes);
  }

  function measureNode(): void {
    sockets.set({ kind: 'socket.io' }, nodeStats.countPages());
    sockets.set({ kind: 'ws' }, nodeStats.countScripts());
  }

  async function measure(): Promise<string> {
    measureNode();
    const [redis, postgres] = await Promise.allSettled([measureRedis(), measurePostgres(), measureDisk()]);
    up.set({ service: 'redis' }, redis.status === 'fulfilled' ? 1 : 0);
    up.set({ service: 'postgres' }, postgres.status === 'fulfilled' ? 1 : 0);
    return registry.metrics();
  }

  return { contentType: registry.contentType, read: createCachedAnswer(FRESH_MS, measure) };
}
