interface PendingKey<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/** The number of concurrent statements of one kind. */
const AT_ONCE = 2;
/** The maximum number of keys in one statement. */
const MAX_KEYS = 200;

/**
 * Reads the keys of several callers with one statement. While two statements are running, further keys wait.
 * A key is always read after it was requested, so no caller gets an older state.
 * @param read returns the values of these keys, in their order
 */
export function batched<Key, Value>(
  read: (keys: Key[]) => Promise<readonly (Value | undefined)[]>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: PendingKey<Key, Value>[] = [];
  let isPlanned = false;
  let underWay = 0;

  function plan(): void {
    if (isPlanned || underWay >= AT_ONCE || waiting.length === 0) return;
    isPlanned = true;
    // Requests that arrive in the same turn of the event loop are read together.
    setImmediate(send);
  }

  function send(): void {
    isPlanned = false;
    const batch = waiting.slice(0, MAX_KEYS);
    waiting = waiting.slice(MAX_KEYS);
    underWay += 1;
    void answer(batch).finally(() => {
      underWay -= 1;
      plan();
    });
    plan();
  }

  async function answer(batch: PendingKey<Key, Value>[]): Promise<void> {
    try {
      const values = await read(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      plan();
    });
}
