/** How many connections of one user a node keeps open. */
export const SOCKETS_PER_USER = 20;

export interface Quota {
  isFull(userId: string): boolean;
  /** Counts a connection; false, and not counted, when there are too many. */
  take(userId: string): boolean;
  give(userId: string): void;
}

/** Counts the open connections of each user. */
export function createQuota(max: number): Quota {
  const open = new Map<string, number>();
  const isFull = (userId: string) => (open.get(userId) ?? 0) >= max;
  return {
    isFull,
    take(userId) {
      if (isFull(userId)) return false;
      open.set(userId, (open.get(userId) ?? 0) + 1);
      return true;
    },
    give(userId) {
      const left = (open.get(userId) ?? 0) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    },
  };
}
