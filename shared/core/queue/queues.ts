import { Queue } from 'bullmq';
import type { RedisClient } from './redis.ts';
import { jobPayloadSchema, QUEUES, type QueueName } from '#contract/jobs/job.ts';
import { type JobName, JOBS } from '#contract/jobs/all.ts';
import type { StepRef } from '../repositories/runs/run-steps.ts';

export interface StepToEnqueue extends StepRef {
  job: JobName;
  /** 0 is served first, then in ascending order. */
  priority: number;
  delayMs: number;
}

export interface Queues {
  /** Adds a step. For a step that is already queued, it only sets the priority. */
  enqueue(step: StepToEnqueue): Promise<void>;
  /** Returns the steps that no queue contains. */
  findMissing<S extends StepRef & { job: JobName }>(steps: readonly S[]): Promise<S[]>;
  /** Counts the jobs of each queue: waiting, active, delayed. */
  counts(): Promise<{ queue: QueueName; waiting: number; active: number; delayed: number }[]>;
  /** Whether all queues are paused, so that workers start no new jobs. Survives restarts. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  isPaused(): Promise<boolean>;
  close(): Promise<void>;
}

/** Postgres decides on attempts and delays, so a job leaves Redis as soon as it ends. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** The previous version uses the same format, so both recognise an existing job. */
export function jobId({ runId, step }: StepRef): string {
  return `${runId}-1-${step}`;
}

export function openQueues(connection: RedisClient, prefix: string): Queues {
  const queues = Object.fromEntries(
    QUEUES.map((name) => {
      const queue = new Queue(name, { connection, prefix });
      // The connection reports its own errors; BullMQ repeats them on each queue.
      queue.on('error', () => {});
      return [name, queue];
    }),
  ) as Record<QueueName, Queue>;

  return {
    async enqueue({ job, priority, delayMs, ...payload }) {
      const data = jobPayloadSchema.parse(payload);
      const options = { ...JOB_OPTIONS, jobId: jobId(data), priority, delay: delayMs };
      const queue = queues[JOBS[job].queue];
      const there = await queue.getJob(options.jobId);
      if (!there) await queue.add(job, data, options);
      else if (there.priority !== priority) await there.changePriority({ priority });
    },
    async findMissing(steps) {
      if (steps.length === 0) return [];
      const pipeline = connection.pipeline();
      for (const step of steps) pipeline.exists(queues[JOBS[step.job].queue].toKey(jobId(step)));
      const results = (await pipeline.exec())!;
      const failure = results.find(([error]) => error)?.[0];
      if (failure) throw failure;
      return steps.filter((_, i) => results[i]![1] === 0);
    },
    counts: () =>
      Promise.all(
        QUEUES.map(async (queue) => {
          const counts = await queues[queue].getJobCounts('waiting', 'prioritized', 'active', 'delayed');
          const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
          return { queue, waiting: waiting + prioritized, active, delayed };
        }),
      ),
    async pause() {
      await Promise.all(Object.values(queues).map((queue) => queue.pause()));
    },
    async resume() {
      await Promise.all(Object.values(queues).map((queue) => queue.resume()));
    },
    async isPaused() {
      const paused = await Promise.all(Object.values(queues).map((queue) => queue.isPaused()));
      return paused.includes(true);
    },
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}
