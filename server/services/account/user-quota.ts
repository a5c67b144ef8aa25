/** Counts how many items of each user are open concurrently on this node. */
export interface UserQuota {
  isFull(userId: string): boolean;
  /** Counts one. Returns `false` without counting if there are already `max`. */
  take(userId: string): boolean;
  give(userId: string): void;
}

export function createUserQuota(max: number): UserQuota {
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
      const remaining = (open.get(userId) ?? 0) - 1;
      if (remaining > 0) open.set(userId, remaining);
      else open.delete(userId);
    },
  };
}
