import { inviteAddress, listInvitations, withdrawInvitation } from '#core/repositories/people/admission.ts';
import type { Command } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';
import { audit, parseEmail } from '../lib/people.ts';

const MAX_LISTED = 1000;

export const invite: Command = {
  usage: '[e-mail...] [--withdraw]',
  summary: 'invites people, for SIGN_UP=invited or domains; lists invitations without an address',
  options: { withdraw: { type: 'boolean' } },
  async run({ config, db, print }, values, args) {
    const emails = args.map(parseEmail);
    const withdraws = values['withdraw'] === true;
    if (emails.length === 0) {
      const rows = await listInvitations(db(), MAX_LISTED);
      await audit(db(), 'list invitations', null);
      if (rows.length === 0) print('No one is invited.');
      const cells = rows.map(({ email, createdAt: invited, acceptedAt: accepted }) => [
        email,
        invited.toISOString().slice(0, 10),
        accepted?.toISOString().slice(0, 10) ?? 'not yet',
      ]);
      if (cells.length > 0)
        for (const line of tableLines(['E-MAIL', 'INVITED', 'JOINED'], cells)) print(line);
      return 0;
    }
    for (const email of emails) {
      const changed = await db()
        .transaction()
        .execute(async (trx) => {
          await audit(trx, withdraws ? 'withdraw invitation' : 'invite', null, { email });
          return withdraws ? withdrawInvitation(trx, email) : inviteAddress(trx, email);
        });
      if (withdraws) print(changed ? `${email} is no longer invited.` : `${email} was not invited.`);
      else print(changed ? `${email} is invited: ${config.publicUrl}` : `${email} was invited before.`);
    }
    const { mode } = config.signIn.signUp;
    if (!withdraws && (mode === 'open' || mode === 'closed')) {
      print(`SIGN_UP is ${mode}, so invitations have no effect.`);
    }
    return 0;
  },
};
