import { readUsage } from '#core/repositories/people/operators.ts';
import { type Command, wholeNumber } from '../lib/command.ts';
import { bytesText, tableLines } from '../lib/format.ts';
import { audit, findOneUser } from '../lib/people.ts';

export const usage: Command = {
  usage: '[--user user] [--days n] [--limit n]',
  summary: 'lists the users with the most runs of the last 30 days, and what they store',
  options: { user: { type: 'string' }, days: { type: 'string' }, limit: { type: 'string' } },
  arguments: 0,
  async run({ db, print }, values) {
    const user = values['user'] as string | undefined;
    const userId = user === undefined ? undefined : await findOneUser(db(), user);
    const [days, limit] = [wholeNumber(values, 'days', 30), wholeNumber(values, 'limit', 20)];
    const usage = await readUsage(db(), { userId, days: Math.min(days, 3650), limit });
    await audit(db(), 'usage', userId ?? null);
    const rows = usage.map((row) => [
      row.id,
      row.email ?? '',
      String(row.projects),
      String(row.runs),
      String(row.credits),
      bytesText(row.storedBytes),
    ]);
    for (const line of tableLines(['USER', 'E-MAIL', 'PROJECTS', 'RUNS', 'CREDITS', 'STORED'], rows))
      print(line);
    return 0;
  },
};
