import { type InvitationMailer, openInvitationMailer } from '#core/mail/invitation-mail.ts';
import { inviteAddress, listInvitations, withdrawInvitation } from '#core/repositories/people/admission.ts';
import { type Command, type Context, UsageError } from '../lib/command.ts';
import { tableLines } from '../lib/format.ts';
import { audit, parseEmail } from '../lib/people.ts';

const MAX_LISTED = 1000;

export const invite: Command = {
  usage: '[e-mail...] [--resend] [--withdraw]',
  summary: 'invites people, by e-mail if SMTP_URL is set; lists invitations without an address',
  options: { resend: { type: 'boolean' }, withdraw: { type: 'boolean' } },
  async run(context, values, args) {
    const emails = args.map(parseEmail);
    const [resends, withdraws] = [values['resend'] === true, values['withdraw'] === true];
    if (resends && (withdraws || emails.length === 0)) {
      throw new UsageError('--resend needs addresses, and is not used with --withdraw.');
    }
    if (emails.length === 0) return list(context);
    if (withdraws) return withdraw(context, emails);
    const { config, print } = context;
    const { mode } = config.signIn.signUp;
    // A mail must not lead a person to a refusal.
    const mailer = config.mail && mode !== 'closed' ? openInvitationMailer(config.mail, config) : undefined;
    let failed = 0;
    try {
      for (const email of emails) {
        if (!(await inviteOne(context, { email, resends, mailer }))) failed += 1;
      }
    } finally {
      mailer?.close();
    }
    if (!config.mail) print('No email was sent, because SMTP_URL and MAIL_FROM are not set.');
    else if (!mailer) print('No email was sent, because SIGN_UP is closed.');
    if (mode === 'open' || mode === 'closed') print(`SIGN_UP is ${mode}, so invitations have no effect.`);
    return failed > 0 ? 1 : 0;
  },
};

/** Invites an address, and prints whether it was mailed. Returns `false` if its mail failed. */
async function inviteOne(
  { config, db, print }: Context,
  { email, resends, mailer }: { email: string; resends: boolean; mailer: InvitationMailer | undefined },
): Promise<boolean> {
  const state = await db()
    .transaction()
    .execute(async (trx) => {
      await audit(trx, 'invite', null, { email });
      return inviteAddress(trx, email);
    });
  if (state === 'accepted') {
    print(`${email} was invited before, and has joined.`);
    return true;
  }
  if (!mailer) {
    print(state === 'new' ? `${email} is invited: ${config.publicUrl}` : `${email} was invited before.`);
    return true;
  }
  if (state === 'waiting' && !resends) {
    print(`${email} was invited before. No email was sent; --resend sends it again.`);
    return true;
  }
  // The invitation is committed, so a failed mail does not lose it.
  const failure = await mailer.send(email);
  print(
    failure === null
      ? `${email} is invited. The email was sent.`
      : `${email} is invited, but the email was not sent: ${failure}. --resend sends it again.`,
  );
  return failure === null;
}

async function withdraw({ db, print }: Context, emails: string[]): Promise<number> {
  for (const email of emails) {
    const changed = await db()
      .transaction()
      .execute(async (trx) => {
        await audit(trx, 'withdraw invitation', null, { email });
        return withdrawInvitation(trx, email);
      });
    print(changed ? `${email} is no longer invited.` : `${email} was not invited.`);
  }
  return 0;
}

async function list({ db, print }: Context): Promise<number> {
  const rows = await listInvitations(db(), MAX_LISTED);
  await audit(db(), 'list invitations', null);
  if (rows.length === 0) print('No one is invited.');
  const cells = rows.map(({ email, createdAt: invited, acceptedAt: accepted }) => [
    email,
    invited.toISOString().slice(0, 10),
    accepted?.toISOString().slice(0, 10) ?? 'not yet',
  ]);
  if (cells.length > 0) for (const line of tableLines(['E-MAIL', 'INVITED', 'JOINED'], cells)) print(line);
  return 0;
}
