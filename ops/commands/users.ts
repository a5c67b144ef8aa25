import { searchUsers } from '#core/repositories/people/operators.ts';
import { type Command, wholeNumber } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';
import { audit } from '../lib/people.ts';

export const users: Command = {
  usage: '[text] [--limit n]',
  summary: 'lists the newest users, whose address or name contains the text',
  options: { limit: { type: 'string' } },
  async run({ db, print }, values, args) {
    const users = await searchUsers(db(), args.join(' ') || undefined, wholeNumber(values, 'limit', 20));
    await audit(db(), 'list users', null);
    if (users.length === 0) {
      print('There is no such user.');
      return 0;
    }
    const rows = users.map((user) => [
      user.id,
      user.email ?? '',
      user.name,
      String(user.credits),
      String(user.projects),
      user.createdAt.toISOString().slice(0, 10),
      user.suspendedAt ? `suspended ${user.suspendedAt.toISOString().slice(0, 10)}` : '',
    ]);
    const head = ['USER', 'E-MAIL', 'NAME', 'CREDITS', 'PROJECTS', 'SINCE', 'STATE'];
    for (const line of tableLines(head, rows)) print(line);
    return 0;
  },
};
