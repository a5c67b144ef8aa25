/** An item that was removed, or would be. */
export interface Item {
  /** project, section, upload, temporary folder, partial upload, file; or the job that made an artifact. */
  kind: string;
  /** Its id, key or name. */
  id: string;
  bytes: number;
}

export interface Report {
  items: Item[];
  /** Expired rows, by table. */
  rows: Record<string, number>;
  /** Missing files that a row names; only reported. Null when the store was not compared. */
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
