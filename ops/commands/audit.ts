import { listAudit } from '#core/repositories/people/operators.ts';
import { type Command, wholeNumber } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';
import { findOneUser } from '../lib/people.ts';

export const auditLog: Command = {
  usage: '[--user user] [--limit n]',
  summary: 'lists what operators did with users, the newest first',
  options: { user: { type: 'string' }, limit: { type: 'string' } },
  arguments: 0,
  async run({ db, print }, values) {
    const user = values['user'] as string | undefined;
    const userId = user === undefined ? undefined : await findOneUser(db(), user);
    const entries = await listAudit(db(), userId, wholeNumber(values, 'limit', 50));
    const rows = entries.map((entry) => [
      entry.createdAt.toISOString().slice(0, 19),
      entry.operator,
      entry.action,
      entry.userId ?? '',
      JSON.stringify(entry.detail),
    ]);
    for (const line of tableLines(['AT (UTC)', 'OPERATOR', 'ACTION', 'USER', 'DETAIL'], rows)) print(line);
    return 0;
  },
};
