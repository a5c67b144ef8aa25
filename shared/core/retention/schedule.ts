import type { RedisClient } from '../queue/redis.ts';
import { repeat } from '../lib/repeat.ts';
import { collect, type RetentionParts } from './collect.ts';
import { summarise } from './report.ts';

const INTERVAL_MS = 3600 * 1000;
/** A process that just started has more urgent work. */
const FIRST_AFTER_MS = 60_000;
/** How often one node compares the whole store with the rows, in seconds. */
const COMPARE_EVERY_S = 24 * 3600;

/** Collects every hour, and soon after the start, until the returned function is called. */
export function startRetention(
  parts: RetentionParts & { redis: RedisClient; config: { redisPrefix: string } },
): () => void {
  const { redis, config, log } = parts;
  const turn = async () => {
    const files = await redis
      .set(`${config.redisPrefix}:files-compared`, '1', 'EX', COMPARE_EVERY_S, 'NX')
      .then((mine) => mine === 'OK')
      .catch(() => false);
    const report = await collect(parts, { files });
    const { items = [], rows = {}, missing } = report ?? {};
    if (items.length > 0 || Object.keys(rows).length > 0)
      log.info({ ...summarise(items), rows }, 'collected');
    if (missing && missing.length > 0) {
      log.error({ count: missing.length, first: missing.slice(0, 10) }, 'stored files are missing');
    }
  };
  return repeat('retention', turn, INTERVAL_MS, log, FIRST_AFTER_MS * (1 + Math.random() * 4));
}
