/** The largest share of a cache for one value. */
const MAX_SHARE = 1 / 4;

export interface SizedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

/** Caches values with a body up to a total number of bytes. The least recently used ones are dropped. */
export function createSizedCache<T extends { body: Buffer }>(maxBytes: number): SizedCache<T> {
  /** The least recently used first. */
  const values = new Map<string, T>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= values.get(key)?.body.length ?? 0;
    values.delete(key);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key, value) {
      drop(key);
      if (value.body.length > maxBytes * MAX_SHARE) return;
      values.set(key, value);
      bytes += value.body.length;
      while (bytes > maxBytes) drop(values.keys().next().value!);
    },
  };
}
