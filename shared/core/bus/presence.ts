import { randomUUID } from 'node:crypto';
import type { RedisClient } from '../queue/redis.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';

/** How long a user counts as present after their node died, in ms. */
const TTL_MS = 30_000;
const RENEW_MS = 10_000;
/** A reloading page is briefly absent, in ms. */
const GRACE_MS = 5_000;

/** A sorted set for each user: which nodes have an open page of the user, until when (Unix ms). */
const keyOf = (prefix: string, userId: string) => `${prefix}:here:${userId}`;

/** Whether any node has an open page of this user; `false` while Redis is unavailable. */
export async function isHere(redis: RedisClient, prefix: string, userId: string): Promise<boolean> {
  const nodes = await redis.zcount(keyOf(prefix, userId), Date.now(), '+inf').catch(() => 0);
  return nodes > 0;
}

export interface PresenceTracker {
  /** A page of this user was opened on this node. */
  enter(userId: string): void;
  leave(userId: string): void;
  /** The user's last page on this node was closed. */
  close(): Promise<void>;
}

/** Reports the users of this node's open pages to the other nodes. */
export function trackPresence(redis: RedisClient, prefix: string, log: Logger): PresenceTracker {
  const node = randomUUID();
  const pages = new Map<string, number>();

  async function mark(userIds: Iterable<string>, forMs: number): Promise<void> {
    const pipeline = redis.pipeline();
    for (const userId of userIds) {
      const key = keyOf(prefix, userId);
      pipeline.zadd(key, Date.now() + forMs, node).pexpire(key, TTL_MS);
    }
    await pipeline.exec();
  }
  const publish = (userIds: Iterable<string>, forMs: number) =>
    mark(userIds, forMs).catch((error: Error) => log.warn({ err: error.message }, 'presence not published'));
  const stop = repeat('presence', () => publish(pages.keys(), TTL_MS), RENEW_MS, log);

  return {
    enter(userId) {
      const open = pages.get(userId) ?? 0;
      pages.set(userId, open + 1);
      if (open === 0) void publish([userId], TTL_MS);
    },
    leave(userId) {
      const open = (pages.get(userId) ?? 0) - 1;
      if (open > 0) {
        pages.set(userId, open);
        return;
      }
      pages.delete(userId);
      void publish([userId], GRACE_MS);
    },
    async close() {
      stop();
      await publish(pages.keys(), GRACE_MS);
      pages.clear();
    },
  };
}
