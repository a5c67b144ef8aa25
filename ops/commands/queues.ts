import { JOBS } from '#contract/jobs/all.ts';
import { openQueues } from '#core/queue/queues.ts';
import { listWorkers } from '#core/queue/worker-registry.ts';
import { measureWaiting } from '#core/repositories/runs/measures.ts';
import type { Command } from '../lib/command.ts';
import { durationText, tableLines } from '../lib/format.ts';

export const queues: Command = {
  usage: '',
  summary: 'lists the waiting and active steps of each queue, and its workers',
  arguments: 0,
  async run({ config, db, redis, print }) {
    const connection = await redis();
    const opened = openQueues(connection, config.redisPrefix);
    const [counts, paused, waiting, workers] = await Promise.all([
      opened.counts(),
      opened.isPaused(),
      measureWaiting(db()),
      listWorkers(connection, config.redisPrefix),
    ]);
    const oldest = (queue: string) =>
      Math.max(...waiting.filter(({ job }) => JOBS[job]?.queue === queue).map(({ seconds }) => seconds));
    const rows = counts.map(({ queue, waiting: inLine, active, delayed }) => [
      queue,
      String(inLine),
      Number.isFinite(oldest(queue)) ? durationText(oldest(queue)) : '-',
      String(active),
      String(delayed),
      String(workers.filter((worker) => worker.queues.includes(queue)).length),
    ]);
    for (const line of tableLines(['QUEUE', 'WAITING', 'OLDEST', 'ACTIVE', 'DELAYED', 'WORKERS'], rows))
      print(line);
    if (paused) print('Workers start no new steps. Resume with: npm run ops -- drain --resume');
    for (const { warnings } of workers) for (const warning of warnings) print(warning);
    await opened.close();
    return 0;
  },
};
