/** Parses the cells of a comma-separated table by RFC 4180. Skips a byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  CELL.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (CELL.lastIndex < text.length) {
    const at = CELL.lastIndex;
    const match = CELL.exec(text);
    if (!match) throw new Error(`Not a table at ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
