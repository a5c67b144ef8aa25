import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer } from '../../helpers/components/answers.ts';
import { button, lacks, shows, text } from '../../helpers/components/find.ts';
import { visitEditor } from '../../helpers/served/editing.ts';
import { makePlan, makeProject } from '../../helpers/served/project.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';

const failedVideos = [{ id: 'Made_lost', title: 'Lost', message: 'It is gone.', retryable: true }];
const FAILED = 'Could not process “Lost”. It is gone.';

const open = (facts: Partial<Project>) => openEditor(makeProject(facts));

async function pressEnter(name: string): Promise<void> {
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('editor notices', () => {
  it('shows the most important notice, and the others after Enter', async () => {
    await open({ notices: ['Nobody speaks in “Waves”.', 'A file is missing.'], failedVideos });
    const other = text('Nobody speaks in “Waves”.');
    await shows(text(FAILED));
    await shows(button('2 more notices'));
    await lacks(other);
    await pressEnter('2 more notices');
    await shows(other);
    await shows(text('A file is missing.'));
    await expect.element(button('Show one notice')).toHaveAttribute('aria-expanded', 'true');
    await pressEnter('Show one notice');
    await lacks(other);
    await shows(text(FAILED));
  });

  it('shows failures before missing files before offers, and warnings in their colour', async () => {
    const served = serveProject(makeProject({ notices: ['A file is missing.'], failedVideos }));
    answer(calls.readGenerationPlan, makePlan(served.current(), { untranslated: 2 }));
    await visitEditor(served);
    await shows(button('2 more notices'));
    await pressEnter('2 more notices');
    const notices = () => [...document.querySelectorAll('[data-notice-text]')];
    await expect
      .poll(() => notices().map((notice) => notice.textContent))
      .toEqual([
        FAILED,
        'A file is missing.',
        expect.stringMatching(/^2 texts will be translated when you generate\./),
      ]);
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--warn)';
    const warning = getComputedStyle(probe).color;
    probe.remove();
    const iconOf = (notice: Element) => notice.parentElement!.parentElement!.querySelector('svg')!;
    const isWarning = notices().map((notice) => getComputedStyle(iconOf(notice)).color === warning);
    expect(isWarning).toEqual([true, true, false]);
  });

  it.each([
    [
      '🎉',
      "🎉 can't be shown in the film: this character will be missing. Write the title or caption without it.",
    ],
    [
      '日本',
      "日本 can't be shown in the film: these characters will be missing. Write the title or caption without them.",
    ],
  ])('warns before generating that the film cannot show %s', async (undrawable, notice) => {
    const served = serveProject(makeProject());
    answer(calls.readGenerationPlan, makePlan(served.current(), { undrawable }));
    await visitEditor(served);
    await shows(text(notice));
  });

  it('shows one line of a long notice, and all of it after Enter', async () => {
    const sentence = 'Nobody speaks in “Waves”, which lasts long, and nothing else was found there either. ';
    const long = sentence.repeat(4).trim();
    await open({ notices: [long] });
    const height = () => text(long).element().getBoundingClientRect().height;
    await shows(button('Show all'));
    expect(height()).toBe(20);
    await pressEnter('Show all');
    await expect.poll(height).toBeGreaterThan(20);
    await pressEnter('Show one line');
    await expect.poll(height).toBe(20);
  });

  it('offers a retry of failed videos only if it may help for some of the videos', async () => {
    const [lost] = failedVideos;
    const damaged = { ...lost!, id: 'Made_damaged', title: 'Damaged', retryable: false };
    const served = await open({ failedVideos: [damaged] });
    await shows(page.getByText('Could not process “Damaged”. It is gone.'));
    await lacks(button('Retry for free'));
    await served.change((project) => ({ ...project, failedVideos: [damaged, lost!] }));
    await shows(button('Retry for free'));
  });

  it('has no button beside a single short notice', async () => {
    await open({ failedVideos });
    await shows(text(FAILED));
    await lacks(page.getByRole('button', { name: /more notices?$|^Show all$/ }));
  });
});
