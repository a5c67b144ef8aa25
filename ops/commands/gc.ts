import { mkdir } from 'node:fs/promises';
import { createLogger } from '#core/lib/logger.ts';
import { collect } from '#core/retention/collect.ts';
import { summarise } from '#core/retention/report.ts';
import type { Command } from '../lib/command.ts';
import { bytesText, tableLines } from '../lib/format.ts';

export const gc: Command = {
  usage: '[--dry-run] [--list]',
  summary: 'removes now what workers remove hourly; --dry-run only lists it',
  options: { 'dry-run': { type: 'boolean' }, list: { type: 'boolean' } },
  arguments: 0,
  async run({ config, db, objects, print }, values) {
    await mkdir(config.tempDir, { recursive: true });
    const dryRun = values['dry-run'] === true;
    const log = createLogger('silent', 'ops');
    const parts = { db: db(), storage: await objects(), log, config };
    const report = await collect(parts, { dryRun });
    if (!report) {
      print('A worker or a backup is using it now. Please try again in a minute.');
      return 1;
    }
    const { items, rows, missing } = report;
    if (values['list']) for (const { kind, id, bytes } of items) print(`${kind} ${id} ${bytes}`);
    const kinds = Object.entries(summarise(items)).map(([kind, sum]) => [
      kind,
      String(sum.count),
      bytesText(sum.bytes),
    ]);
    const tables = Object.entries(rows).map(([table, count]) => [`rows of ${table}`, String(count), '']);
    if (kinds.length + tables.length === 0) print('There is nothing to remove.');
    else
      for (const line of tableLines(
        [dryRun ? 'WOULD GO' : 'REMOVED', 'COUNT', 'SIZE'],
        [...kinds, ...tables],
      ))
        print(line);
    for (const key of missing ?? []) print(`This file is missing, although a row refers to it: ${key}`);
    return missing?.length ? 1 : 0;
  },
};
