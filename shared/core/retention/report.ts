/** Something that went, or would go. */
export interface Item {
  /** project, section, upload, temporary folder, partial upload, file; or the job that made an artifact. */
  kind: string;
  /** Its id, key or name. */
  id: string;
  bytes: number;
}

export interface Report {
  items: Item[];
  /** Rows that served their time, by table. */
  rows: Record<string, number>;
  /** Files that a row names and that are not there; nothing is done about them. Null when nobody looked. */
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
