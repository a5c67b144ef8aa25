import type { Run } from '#contract/runs.ts';

export interface MailText {
  subject: string;
  body: string;
}

/** A subject is one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** What a mail says of a run that is over; undefined for runs that no mail tells of. */
export function writeRunMail(run: Run, publicUrl: string): MailText | undefined {
  const title = oneLine(run.projectTitle);
  const ended = run.status === 'completed' || run.status === 'failed' ? run.status : undefined;
  if (!ended || run.kind === 'preparation') return undefined;
  const { subject, lines, stage } = TEXTS[run.kind][ended](title, oneLine(run.message));
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
      'You get this mail because email notifications are on and no page of yours was open.',
      `You can switch them off in the settings: ${new URL('/settings', publicUrl).href}`,
      '',
    ].join('\n'),
  };
}

type Text = (title: string, message: string) => { subject: string; lines: string[]; stage: string };

const TEXTS: Record<'processing' | 'generation' | 'publishing', Record<'completed' | 'failed', Text>> = {
  processing: {
    completed: (title, message) => ({
      subject: `Your sections are ready: ${title}`,
      lines: [`"${title}" was processed. ${message}`, 'Edit and arrange them here:'],
      stage: 'edit',
    }),
    failed: (title, message) => ({
      subject: `Processing failed: ${title}`,
      lines: [
        `"${title}" could not be processed: ${message} Your credit is back.`,
        'Your videos are kept; you can try again here:',
      ],
      stage: 'videolist',
    }),
  },
  generation: {
    completed: (title) => ({
      subject: `Your video is ready: ${title}`,
      lines: [`The video of "${title}" was generated.`, 'Watch, download or share it here:'],
      stage: 'complete',
    }),
    failed: (title, message) => ({
      subject: `Video generation failed: ${title}`,
      lines: [
        `The video of "${title}" could not be generated: ${message}`,
        'Your sections are kept; you can try again here:',
      ],
      stage: 'edit',
    }),
  },
  publishing: {
    completed: (title) => ({
      subject: `Your video is on YouTube: ${title}`,
      lines: [`"${title}" was uploaded to your YouTube channel.`, 'Go on here:'],
      stage: 'complete',
    }),
    failed: (title, message) => ({
      subject: `Upload to YouTube failed: ${title}`,
      lines: [
        `"${title}" could not be uploaded to your YouTube channel: ${message}`,
        'The file is kept; you can try again here:',
      ],
      stage: 'complete',
    }),
  },
};
