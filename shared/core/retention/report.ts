import type { Item } from '../repositories/retention/item.ts';

export interface Report {
  items: Item[];
  /** Expired rows, by table. */
  rows: Record<string, number>;
  /** Missing files that a row names; they are only reported. `null` if the store was not compared. */
  missing: string[] | null;
}

/** Items by their kind. */
export function summarise(items: Item[]): Record<string, { count: number; bytes: number }> {
  const kinds: Record<string, { count: number; bytes: number }> = {};
  for (const { kind, bytes } of items) {
    const sum = (kinds[kind] ??= { count: 0, bytes: 0 });
    sum.count += 1;
    sum.bytes += bytes;
  }
  return kinds;
}
