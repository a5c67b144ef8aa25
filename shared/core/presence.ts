import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from './logger.ts';
import { repeat } from './repeat.ts';

/** How long a user counts as present after their node died, in ms. */
const TTL_MS = 30_000;
const RENEW_MS = 10_000;
/** A reloading page is absent for a moment, in ms. */
const GRACE_MS = 5_000;

/** Per user a sorted set: which node has a page of theirs open, until when (Unix ms). */
const keyOf = (prefix: string, userId: string) => `${prefix}:here:${userId}`;

/** Whether any node has a page of this user open; nobody counts as present while Redis is away. */
export async function isHere(redis: Redis, prefix: string, userId: string): Promise<boolean> {
  const nodes = await redis.zcount(keyOf(prefix, userId), Date.now(), '+inf').catch(() => 0);
  return nodes > 0;
}

export interface PresenceTracker {
  /** A page of this user opened on this node. */
  enter(userId: string): void;
  leave(userId: string): void;
  /** The user's last page on this node closed. */
  close(): Promise<void>;
}

/** Reports the users of this node's open pages to the other nodes. */
export function trackPresence(redis: Redis, prefix: string, log: Logger): PresenceTracker {
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
  const tell = (userIds: Iterable<string>, forMs: number) =>
    mark(userIds, forMs).catch((error: Error) => log.warn({ err: error.message }, 'presence not told'));
  const stop = repeat('presence', () => tell(pages.keys(), TTL_MS), RENEW_MS, log);

  return {
    enter(userId) {
      const open = pages.get(userId) ?? 0;
      pages.set(userId, open + 1);
      if (open === 0) void tell([userId], TTL_MS);
    },
    leave(userId) {
      const open = (pages.get(userId) ?? 0) - 1;
      if (open > 0) {
        pages.set(userId, open);
        return;
      }
      pages.delete(userId);
      void tell([userId], GRACE_MS);
    },
    async close() {
      stop();
      await tell(pages.keys(), GRACE_MS);
      pages.clear();
    },
  };
}
