import { RUN_STATUSES } from '#contract/runs.ts';
import { listRuns } from '#core/repositories/runs/operations.ts';
import { type Command, UsageError, wholeNumber } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';

const text = (value: string, length: number) =>
  value.length > length ? `${value.slice(0, length - 1)}…` : value;

export const runs: Command = {
  usage: '[--user e-mail] [--status status] [--limit n]',
  summary: 'lists the newest runs',
  options: { user: { type: 'string' }, status: { type: 'string' }, limit: { type: 'string' } },
  arguments: 0,
  async run({ db, print }, values) {
    const status = values['status'] as string | undefined;
    if (status !== undefined && !(RUN_STATUSES as readonly string[]).includes(status)) {
      throw new UsageError(`--status must be one of: ${RUN_STATUSES.join(', ')}.`);
    }
    const email = values['user'] as string | undefined;
    const runs = await listRuns(db(), { email, status, limit: wholeNumber(values, 'limit', 20) });
    const rows = runs.map((run) => [
      run.id,
      run.createdAt.toISOString().slice(0, 19),
      run.kind,
      run.status,
      `${Math.floor(run.percentage)}%`,
      text(run.email ?? '', 30),
      text(run.project, 30),
      text(run.message, 60),
    ]);
    if (rows.length === 0) print('There is no such run.');
    else
      for (const line of tableLines(
        ['RUN', 'BEGUN (UTC)', 'KIND', 'STATUS', 'DONE', 'USER', 'PROJECT', 'MESSAGE'],
        rows,
      ))
        print(line);
    return 0;
  },
};
