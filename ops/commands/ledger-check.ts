import { checkLedger } from '#core/repositories/runs/operations.ts';
import { kindsWhere } from '#core/runs/kinds/all.ts';
import type { Command } from '../lib/command.ts';

const CREDIT_KINDS = kindsWhere(({ costsCredit }) => costsCredit);

export const ledgerCheck: Command = {
  usage: '',
  summary: 'checks whether every credit is accounted for',
  arguments: 0,
  async run({ db, print }) {
    // Reads one snapshot, since bookings continue meanwhile.
    const wrong = await db()
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => checkLedger(trx, CREDIT_KINDS));
    for (const line of wrong) print(line);
    print(wrong.length === 0 ? 'Every credit is accounted for.' : `${wrong.length} problems were found.`);
    return wrong.length === 0 ? 0 : 1;
  },
};
