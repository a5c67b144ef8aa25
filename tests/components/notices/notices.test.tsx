import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer } from '../../helpers/components/answers.ts';
import { button, lacks, openTab, press, region, shows, text } from '../../helpers/components/find.ts';
import { openUnmountable } from '../../helpers/components/open-app.tsx';
import { visitEditor } from '../../helpers/served/editing.ts';
import { makePlan, makeProject, makeRun } from '../../helpers/served/project.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';

const failedVideos = [{ id: 'Made_lost', title: 'Lost', message: 'It is gone.', retryable: true }];
const FAILED = 'Could not process “Lost”. It is gone.';

const open = (facts: Partial<Project>) => openEditor(makeProject(facts));

const panel = region('Notices');
const dismiss = panel.getByRole('button', { name: 'Dismiss' });
const noticeTexts = () =>
  [...document.querySelectorAll('[data-notice-text]')].map(({ textContent }) => textContent);

async function pressEnter(name: string): Promise<void> {
  await shows(button(name));
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('editor notices', () => {
  // product 2.131
  it('counts the notices on one button, which opens and closes them by Enter', async () => {
    await open({ notices: ['Nobody speaks in “Waves”.', 'A file is missing.'], failedVideos });
    await shows(button('3 notices'));
    await lacks(text(FAILED));
    await pressEnter('3 notices');
    await shows(text(FAILED));
    await shows(text('Nobody speaks in “Waves”.'));
    await shows(text('A file is missing.'));
    await expect.element(button('3 notices')).toHaveAttribute('aria-expanded', 'true');
    await pressEnter('3 notices');
    await lacks(panel);
  });

  // product 2.131
  it('shows failures before missing files before offers, and warnings in their colour', async () => {
    const served = serveProject(makeProject({ notices: ['A file is missing.'], failedVideos }));
    answer(calls.readGenerationPlan, makePlan(served.current(), { untranslated: 2 }));
    await visitEditor(served);
    await pressEnter('3 notices');
    await expect
      .poll(noticeTexts)
      .toEqual([
        FAILED,
        'A file is missing.',
        expect.stringMatching(/^2 texts will be translated when you generate\./),
      ]);
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--warn)';
    const warning = getComputedStyle(probe).color;
    probe.remove();
    const icons = [...document.querySelectorAll('[data-notice]')].map((one) => one.querySelector('svg')!);
    const isWarning = icons.map((icon) => getComputedStyle(icon).color === warning);
    expect(isWarning).toEqual([true, true, false]);
    const badge = button('3 notices').element().querySelector('span')!;
    expect(getComputedStyle(badge).backgroundColor).toBe(warning);
  });

  // product 2.131
  it('hides a dismissed notice until its contents change, and shows it again on request', async () => {
    const facts = { notices: ['A file is missing.', 'Nobody speaks in “Waves”.'], failedVideos };
    const served = serveProject(makeProject(facts));
    const visit = await openUnmountable(`/?project=${served.current().id}&stage=edit`);
    await pressEnter('3 notices');
    await dismiss.nth(1).click();
    await expect.poll(noticeTexts).toEqual([FAILED, 'Nobody speaks in “Waves”.']);
    // The focus is on the notice in its place.
    expect(document.activeElement).toBe(dismiss.nth(1).element());
    await dismiss.nth(0).click();
    await shows(button('1 notice'));
    await visit.unmount();
    await visitEditor(served);
    await pressEnter('1 notice');
    await expect.poll(noticeTexts).toEqual(['Nobody speaks in “Waves”.']);
    await served.change((project) => ({
      ...project,
      failedVideos: [{ ...failedVideos[0]!, message: 'It is too long.' }],
    }));
    await expect
      .poll(noticeTexts)
      .toEqual(['Could not process “Lost”. It is too long.', 'Nobody speaks in “Waves”.']);
    await press('Show dismissed (1)');
    await shows(button('3 notices'));
    await shows(text('A file is missing.'));
  });

  // product 2.131
  it('shows a notice in other projects after it was dismissed in one', async () => {
    await open({ failedVideos });
    await pressEnter('1 notice');
    await dismiss.click();
    await shows(text('No notices.'));
    await open({ failedVideos });
    await shows(button('1 notice'));
  });

  // product 2.131
  it('moves nothing when a generation starts, and opens its progress over the page', async () => {
    const served = await open({ failedVideos });
    await shows(button('Generate Video'));
    const places = () =>
      ['h1', '#section-list', '[data-select]', '[aria-label="Selected section"]', '[aria-label="1 notice"]']
        .map((selector) => document.querySelector(selector)!)
        .concat(button(/^(Generate Video|Fetching videos\.\.\.)$/).element())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        });
    const before = places();
    answer(calls.generateFilm, ({ params }) => {
      const generation = makeRun('generation', { projectId: params.id });
      served.set((project) => ({ ...project, generation }));
      return { finalVideoLink: null, runId: generation.id };
    });
    await press('Generate Video');
    await shows(region('Generation').getByRole('button', { name: 'Cancel' }));
    const now = button('1 notice, 1 in progress');
    await shows(now);
    now.element().setAttribute('aria-label', '1 notice');
    expect(places()).toEqual(before);
    const tabs = page.getByRole('tablist', { name: 'Inspector' });
    expect(panel.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      tabs.element().getBoundingClientRect().bottom,
    );
    await openTab('Sound');
    await lacks(panel);
  });

  // product 2.131
  it('opens for a run that begins, not for one that was found, whatever the clock of the browser is', async () => {
    const [yesterday, tomorrow] = [-1, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString(),
    );
    const project = makeProject();
    const translation = makeRun('translation', { projectId: project.id, createdAt: tomorrow! });
    await openEditor({ ...project, translation });
    await shows(button('Notices, 1 in progress'));
    await shows(button('Generate Video'));
    await lacks(panel);

    const served = await openEditor(makeProject());
    const startedRun = makeRun('translation', { projectId: served.current().id, createdAt: yesterday! });
    await shows(button('Notices'));
    await served.change((project) => ({ ...project, translation: startedRun }));
    await shows(panel);
  });

  // product 25.21
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
    await pressEnter('1 notice');
    await shows(text(notice));
  });

  it('offers a retry of failed videos only if it may help for some of the videos', async () => {
    const [lost] = failedVideos;
    const damaged = { ...lost!, id: 'Made_damaged', title: 'Damaged', retryable: false };
    const served = await open({ failedVideos: [damaged] });
    await pressEnter('1 notice');
    await shows(page.getByText('Could not process “Damaged”. It is gone.'));
    await lacks(button('Retry for free'));
    await served.change((project) => ({ ...project, failedVideos: [damaged, lost!] }));
    await shows(button('Retry for free'));
  });
});
