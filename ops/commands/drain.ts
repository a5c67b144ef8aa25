import { setTimeout as delay } from 'node:timers/promises';
import { openQueues } from '#core/queue/queues.ts';
import { type Command, wholeNumber } from '../lib/command.ts';

const TIMEOUT_S = 600;
const LOOK_EVERY_MS = 250;

export const drain: Command = {
  usage: '[--timeout seconds] | --resume',
  summary: 'lets workers finish their steps and start no new ones, until --resume',
  options: { timeout: { type: 'string' }, resume: { type: 'boolean' } },
  arguments: 0,
  async run({ config, redis, print }, values) {
    const until = Date.now() + wholeNumber(values, 'timeout', TIMEOUT_S) * 1000;
    const queues = openQueues(await redis(), config.redisPrefix);
    try {
      if (values['resume']) {
        await queues.resume();
        print('Workers take jobs again.');
        return 0;
      }
      await queues.pause();
      for (;;) {
        const active = (await queues.counts()).reduce((sum, count) => sum + count.active, 0);
        if (active === 0) break;
        if (Date.now() >= until) {
          print(
            `${active} steps are still running; no new ones start. Wait for them, or stop the workers: the steps are then repeated.`,
          );
          return 1;
        }
        await delay(LOOK_EVERY_MS);
      }
      print('No steps are running, and no new ones start. Resume with: npm run ops -- drain --resume');
      return 0;
    } finally {
      await queues.close();
    }
  },
};
