import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { writeRunMail } from '#core/mail/run-mail.ts';

const run = (part: Partial<Run>): Run => ({
  id: '2a3f7e52-3df5-4b8e-9d5f-6f6bd3f5a001',
  kind: 'generation',
  projectId: '2a3f7e52-3df5-4b8e-9d5f-6f6bd3f5a002',
  projectTitle: 'A walk',
  language: 'hi',
  status: 'completed',
  percentage: 100,
  stage: 'completed',
  message: '3 sections are ready.',
  errorCode: null,
  retryable: true,
  failedSectionId: null,
  estimate: null,
  steps: { done: 1, total: 1, reused: 0 },
  version: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  finishedAt: null,
  ...part,
});
const write = (part: Partial<Run>) => writeRunMail(run(part), 'https://cutroom.example');

describe('writeRunMail', () => {
  it('links to the page that the mail is about', () => {
    const address = 'https://cutroom.example/?project=2a3f7e52-3df5-4b8e-9d5f-6f6bd3f5a002&stage=';
    const lead = (part: Partial<Run>) =>
      write(part)!
        .body.split('\n')
        .find((line) => line.startsWith('https:'));
    expect(lead({})).toBe(`${address}complete&lang=hi`);
    expect(lead({ language: 'en' })).toBe(`${address}complete`);
    expect(lead({ status: 'failed' })).toBe(`${address}edit`);
    expect(lead({ kind: 'processing' })).toBe(`${address}edit`);
    expect(lead({ kind: 'processing', status: 'failed' })).toBe(`${address}videolist`);
  });

  it('names the project on one line, and describes the result', () => {
    const mail = write({ kind: 'processing', projectTitle: ' A\r\n\twalk ' })!;
    expect(mail.subject).toBe('Your sections are ready: A walk');
    expect(mail.body).toContain('"A walk" was processed. 3 sections are ready.');
  });

  it('offers to retry a processing only if that may help', () => {
    const failed = { kind: 'processing', status: 'failed' } as const;
    expect(write(failed)!.body).toContain('you can try again here:');
    const final = write({ ...failed, retryable: false })!;
    expect(final.body).not.toContain('try again');
    expect(final.body).toContain('These files can never be used. The project is here:');
  });

  it('is not written for runs that were cancelled, are active, or only prepared media', () => {
    expect(write({ status: 'cancelled' })).toBeUndefined();
    expect(write({ status: 'running' })).toBeUndefined();
    expect(write({ kind: 'preparation' })).toBeUndefined();
  });
});
