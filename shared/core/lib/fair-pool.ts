import { TryLaterError } from './errors.ts';

export interface PoolLimits {
  /** The limits of concurrent work. */
  atOnce: number;
  atOncePerUser: number;
  /** For one group, such as a site; unlimited by default. */
  atOncePerGroup?: number;
  /** Limits of waiting work. */
  waiting: number;
  waitingPerUser: number;
}

export interface Work {
  /** Concurrent work with the same key runs once, and all callers get its result. */
  key: string;
  userId: string;
  group?: string;
  /** The caller's signal. The work continues until all of its callers have aborted. */
  signal?: AbortSignal;
}

/** Limits the expensive work of a process. */
export interface FairPool {
  /**
   * Runs work when its turn comes. Users take turns, however much work each has waiting.
   * @throws the caller's reason if aborted; TryLaterError if too much work of this user, or of all users, is
   * waiting; errors of `make`
   */
  run<T>(work: Work, make: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Returns the numbers of running and waiting work. */
  count(): { working: number; waiting: number };
}

/** Retry-After of a refusal, in seconds. */
const RETRY_AFTER_S = 5;

/** The error for a user with too much waiting work. */
export const userIsFull = (most: number) =>
  new TryLaterError(
    `Too many requests at once: an account can have ${most} waiting. Please try again when some of them are done.`,
    RETRY_AFTER_S,
  );
/** The error for everyone while too much work is waiting in total. */
export const poolIsFull = () =>
  new TryLaterError('The server is busy. Please try again in a moment.', RETRY_AFTER_S, 'unavailable');

interface Task {
  key: string;
  group: string | undefined;
  /** The number of waiting callers of each user. */
  askers: Map<string, number>;
  stop: AbortController;
  /** The user whose limit it counts towards; `null` while it waits. */
  chargedTo: string | null;
  begin(): void;
  done: Promise<unknown>;
}

export function createFairPool(limits: PoolLimits): FairPool {
  const tasks = new Map<string, Task>();
  const working = new Set<Task>();
  const waiting = new Set<Task>();
  /** Each user's last turn, as a counter. */
  const lastTurn = new Map<string, number>();
  let turn = 0;

  const worksFor = (userId: string) => [...working].filter(({ chargedTo }) => chargedTo === userId).length;
  const isGroupFull = ({ group }: Task) =>
    group !== undefined &&
    [...working].filter((other) => other.group === group).length >= (limits.atOncePerGroup ?? Infinity);

  function next(): [Task, string] | undefined {
    const users = [...new Set([...waiting].flatMap(({ askers }) => [...askers.keys()]))];
    for (const userId of users.toSorted((a, b) => (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0))) {
      if (worksFor(userId) >= limits.atOncePerUser) continue;
      for (const task of waiting) if (task.askers.has(userId) && !isGroupFull(task)) return [task, userId];
    }
    return undefined;
  }

  function advance(): void {
    while (working.size < limits.atOnce) {
      const [task, userId] = next() ?? [];
      if (!task || userId === undefined) return;
      waiting.delete(task);
      working.add(task);
      task.chargedTo = userId;
      lastTurn.set(userId, (turn += 1));
      task.begin();
    }
  }

  function add({ key, userId, group }: Work, make: (signal: AbortSignal) => Promise<unknown>): Task {
    if (waiting.size >= limits.waiting) throw poolIsFull();
    const own = [...waiting].filter(({ askers }) => askers.has(userId)).length;
    if (own >= limits.waitingPerUser) throw userIsFull(limits.waitingPerUser);
    let begin = () => {};
    const mayBegin = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stop = new AbortController();
    const task: Task = { key, group, askers: new Map(), stop, chargedTo: null, begin, done: mayBegin };
    task.done = mayBegin
      .then(() => {
        stop.signal.throwIfAborted();
        return make(stop.signal);
      })
      .finally(() => {
        if (tasks.get(key) === task) tasks.delete(key);
        working.delete(task);
        advance();
        if (working.size === 0) lastTurn.clear();
      });
    // A caller that left gets no result.
    task.done.catch(() => undefined);
    tasks.set(key, task);
    waiting.add(task);
    return task;
  }

  /** Removes a caller. The last one to leave aborts the work. */
  function leave(task: Task, userId: string): void {
    const remaining = (task.askers.get(userId) ?? 0) - 1;
    if (remaining > 0) task.askers.set(userId, remaining);
    else task.askers.delete(userId);
    if (task.askers.size === 0) {
      if (tasks.get(task.key) === task) tasks.delete(task.key);
      if (working.has(task)) task.stop.abort();
      if (waiting.delete(task)) {
        task.stop.abort();
        task.begin();
      }
    }
  }

  return {
    async run<T>(work: Work, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const { key, userId, signal } = work;
      signal?.throwIfAborted();
      const task = tasks.get(key) ?? add(work, make);
      task.askers.set(userId, (task.askers.get(userId) ?? 0) + 1);
      advance();
      let onAbort = () => {};
      const aborted = new Promise<never>((_, reject) => {
        onAbort = () => reject(signal?.reason as Error);
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        return (await Promise.race([task.done, aborted])) as T;
      } finally {
        signal?.removeEventListener('abort', onAbort);
        leave(task, userId);
      }
    },
    count: () => ({ working: working.size, waiting: waiting.size }),
  };
}
