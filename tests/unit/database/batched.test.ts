import { describe, expect, it } from 'vitest';
import { batched } from '#core/db/batched.ts';

/** Creates a reader of numbers whose statements end when the test ends them. */
function openReader() {
  const statements: { keys: number[]; end(values?: (string | undefined)[]): void; fail(): void }[] = [];
  const read = batched(
    (keys: number[]) =>
      new Promise<(string | undefined)[]>((resolve, reject) => {
        statements.push({
          keys,
          end: (values = keys.map(String)) => resolve(values),
          fail: () => reject(new Error('no Postgres')),
        });
      }),
  );
  const keysOf = () => statements.map(({ keys }) => keys);
  return { read, statements, keysOf };
}
const nextTurn = () => new Promise(setImmediate);

describe('batched', () => {
  it("reads the keys of one turn of the event loop with one statement, and returns each caller's own", async () => {
    const { read, statements, keysOf } = openReader();
    const values = Promise.all([read(1), read(2), read(3)]);
    await nextTurn();
    expect(keysOf()).toEqual([[1, 2, 3]]);
    statements[0]!.end(['one', undefined, 'three']);
    expect(await values).toEqual(['one', undefined, 'three']);
  });

  it('never answers with a statement that was sent before the request', async () => {
    const { read, statements, keysOf } = openReader();
    const first = read(1);
    await nextTurn();
    const second = read(1);
    await nextTurn();
    statements[0]!.end(['old']);
    statements[1]!.end(['new']);
    expect(await Promise.all([first, second])).toEqual(['old', 'new']);
    expect(keysOf()).toEqual([[1], [1]]);
  });

  it('lets keys wait together while two statements are running', async () => {
    const { read, statements, keysOf } = openReader();
    for (const key of [1, 2]) {
      void read(key);
      await nextTurn();
    }
    const waiting = [3, 4, 5].map(read);
    await nextTurn();
    expect(keysOf()).toEqual([[1], [2]]);
    statements[0]!.end();
    await nextTurn();
    await nextTurn();
    expect(keysOf()).toEqual([[1], [2], [3, 4, 5]]);
    statements[2]!.end();
    expect(await Promise.all(waiting)).toEqual(['3', '4', '5']);
  });

  it('reads at most 200 keys with a statement', async () => {
    const { read, keysOf } = openReader();
    for (let key = 0; key < 250; key += 1) void read(key);
    await nextTurn();
    await nextTurn();
    expect(keysOf().map(({ length }) => length)).toEqual([200, 50]);
  });

  it('fails only the callers of a statement that fails', async () => {
    const { read, statements } = openReader();
    const failing = read(1);
    await nextTurn();
    statements[0]!.fail();
    await expect(failing).rejects.toThrow('no Postgres');
    const later = read(2);
    await nextTurn();
    statements[1]!.end();
    expect(await later).toBe('2');
  });
});
