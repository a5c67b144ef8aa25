import type { Run } from '#contract/runs.ts';
import { KINDS } from '../runs/kinds/all.ts';

export interface MailText {
  subject: string;
  body: string;
}

/** A subject is one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the mail about a finished run; `undefined` for runs without mail. */
export function writeRunMail(run: Run, publicUrl: string): MailText | undefined {
  const title = oneLine(run.projectTitle);
  const ended = run.status === 'completed' || run.status === 'failed' ? run.status : undefined;
  const { mail } = KINDS[run.kind];
  if (!ended || !mail) return undefined;
  // The mail about its film follows later.
  if (ended === 'completed' && run.film === 'planned') return undefined;
  const { subject, lines, stage } = mail[ended](title, oneLine(run.message), run.retryable);
  const address = new URL('/', publicUrl);
  if (run.projectId) {
    address.searchParams.set('project', run.projectId);
    address.searchParams.set('stage', stage);
  }
  if (run.projectId && stage === 'complete' && run.language && run.language !== 'en') {
    address.searchParams.set('lang', run.language);
  }
  return {
    subject,
    body: [
      ...lines,
      '',
      address.href,
      '',
      'You receive this email because email notifications are on and Cutroom was not open.',
      `You can switch them off in the settings: ${new URL('/settings', publicUrl).href}`,
      '',
    ].join('\n'),
  };
}
