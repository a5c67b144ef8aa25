import type { Redis } from 'ioredis';
import { collect, type RetentionParts } from './collect.ts';
import { summarise } from './report.ts';

const EVERY_MS = 3600 * 1000;
/** A process that just started has better things to do. */
const FIRST_AFTER_MS = 60_000;
/** The whole store is compared with the rows once a day, by one node, in seconds. */
const COMPARE_EVERY_S = 24 * 3600;

/**
 * Collects every hour, and soon after the start, until the returned function is called; nodes that started together
 * do not begin together.
 */
export function startRetention(
  parts: RetentionParts & { redis: Redis; config: { redisPrefix: string } },
): () => void {
  const { redis, config, log } = parts;
  let timer: NodeJS.Timeout;
  let stopped = false;
  const turn = async () => {
    const files = await redis
      .set(`${config.redisPrefix}:files-compared`, '1', 'EX', COMPARE_EVERY_S, 'NX')
      .then((mine) => mine === 'OK')
      .catch(() => false);
    try {
      const report = await collect(parts, { files });
      const { items = [], rows = {}, missing } = report ?? {};
      if (items.length > 0 || Object.keys(rows).length > 0)
        log.info({ ...summarise(items), rows }, 'collected');
      if (missing && missing.length > 0) {
        log.error({ count: missing.length, first: missing.slice(0, 10) }, 'files of rows are gone');
      }
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'retention');
    }
    if (!stopped) timer = setTimeout(turn, EVERY_MS * (0.9 + Math.random() * 0.2));
  };
  timer = setTimeout(turn, FIRST_AFTER_MS * (1 + Math.random() * 4));
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
