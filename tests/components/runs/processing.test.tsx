import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import { answer, hold } from '../../helpers/components/answers.ts';
import { button, heading, lacks, shows, textsOf } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { push } from '../../helpers/components/socket.ts';
import { advance, stopClock, ticking, unmoved } from '../../helpers/components/stopped-clock.ts';
import { makeProject, makeRun, makeSummary, nextRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const main = page.getByRole('main');
const bar = page.getByRole('progressbar');
/** Finds a text of the screen, since the status region repeats some texts. */
const says = (value: string) => main.getByText(value, { exact: true });
const items = () => textsOf(main.getByRole('listitem'));
const fill = () => (bar.element().firstElementChild as HTMLElement).style.transform;

/** Opens the processing of a project. Returns a function that pushes the next snapshot of its run. */
async function openProcessing(): Promise<(changes: Partial<Run>) => Promise<void>> {
  const project = makeProject({ sections: [] });
  let run = makeRun('processing', { projectId: project.id });
  serveProject({ ...project, processing: run });
  await openApp(`/?project=${project.id}&stage=processing`);
  await shows(heading('AI Processing'));
  return async (changes) => {
    run = nextRun(run, changes);
    await push('run.progressed', { run });
  };
}

/** Returns the colour of a variable in the page's styles. */
function colourOf(variable: string): string {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(${variable})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

describe('cancelled processing', () => {
  const cancelled: Partial<Run> = { status: 'cancelled', message: 'Cancelled. Your credit is back.' };

  // product 4.86
  it('is shown as a note at the search instead of an error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const progress = await openProcessing();
    await progress({ percentage: 20 });
    await progress(cancelled);
    const note = page.getByText('Processing was cancelled. Your credit is back.', { exact: true });
    await shows(note);
    await lacks(page.getByRole('alert'));
    expect(document.querySelector('main .text-danger')).toBeNull();
    await shows(button('Resume'));
    expect(log).not.toHaveBeenCalled();
  });

  it('is shown as a note in the editor of its project', async () => {
    const project = makeProject({ sections: [] });
    const processing = makeRun('processing', { projectId: project.id, ...cancelled });
    serveProject({ ...project, processing });
    await openApp(`/?project=${project.id}&stage=edit`);
    await shows(says('Processing was cancelled. Your credit is back.'));
    expect(document.querySelectorAll('main .text-danger, main .text-warn')).toHaveLength(0);
  });

  // product 4.86
  it('shows no error on the card of its project', async () => {
    const project = makeProject({ sections: [] });
    const processing = makeRun('processing', { projectId: project.id, ...cancelled });
    answer(calls.listProjects, [makeSummary({ ...project, status: 'draft', processing })]);
    await openApp('/?stage=videolist');
    await shows(says('Cancelled'));
    await shows(says('Cancelled. Your credit is back.'));
    expect(document.querySelectorAll('article .text-danger')).toHaveLength(0);
  });
});

describe('processing', () => {
  // product 2.32, 2.60
  it('shows the typical duration beside a spinner', async () => {
    await openProcessing();
    await lacks(main.getByText(/ left$/));
    await expect.element(main).toHaveTextContent('This usually takes 2-3 minutes.');
    expect(document.querySelectorAll('main .animate-spin')).toHaveLength(1);
  });

  // product 2.60, 2.61, 2.62, 2.63
  it('colours three items green past 20, 50 and 80 percent', async () => {
    const progress = await openProcessing();
    const green = colourOf('--ok');
    const coloured = () =>
      main
        .getByRole('listitem')
        .elements()
        .map((item) => getComputedStyle(item).color === green);
    for (const [percentage, expected] of [
      [20, [false, false, false]],
      [21, [true, false, false]],
      [50, [true, false, false]],
      [51, [true, true, false]],
      [80, [true, true, false]],
      [81, [true, true, true]],
    ] as const) {
      await progress({ percentage });
      await shows(says(`${percentage}%`));
      await expect.element(bar).toHaveAttribute('aria-valuenow', String(percentage));
      expect([percentage, coloured()]).toEqual([percentage, expected]);
    }
  });

  // product 2.61, 2.62, 2.63
  it('marks the items before the current stage as done', async () => {
    const progress = await openProcessing();
    await progress({ percentage: 60, stage: 'Generating transcriptions' });
    await expect
      .poll(items)
      .toEqual([
        'Extracting video segments (done)',
        'Generating transcriptions (in progress)',
        'Creating editable sections',
      ]);
    await progress({ percentage: 97, stage: 'Creating editable sections' });
    await expect
      .poll(items)
      .toEqual([
        'Extracting video segments (done)',
        'Generating transcriptions (done)',
        'Creating editable sections (in progress)',
      ]);
  });

  // product 2.60
  it('replaces the typical duration by the estimate of the run', async () => {
    const progress = await openProcessing();
    const usual = page.getByText('This usually takes 2-3 minutes.');
    await shows(usual);
    await progress({ percentage: 97, estimate: { low: 5, high: 10 } });
    await shows(says('5–10 seconds left'));
    await lacks(usual);
    await progress({ percentage: 98, estimate: null });
    await shows(usual);
  });

  it('shows whole percents, and moves the bar by less', async () => {
    const progress = await openProcessing();
    await progress({ percentage: 12.9 });
    await shows(says('12%'));
    await expect.element(bar).toHaveAttribute('aria-valuenow', '12');
    expect(fill()).toBe('scaleX(0.129)');
    await expect.poll(() => document.title).toBe('12% · AI Processing · Cutroom');
  });

  it('shows the message of a stage until only its steps are known', async () => {
    const progress = await openProcessing();
    await progress({ message: 'Scanning 2:10 of 8:30' });
    await shows(main.getByText('Scanning 2:10 of 8:30'));
    await progress({ message: '1 of 7 steps done', steps: { done: 1, total: 7, reused: 0 } });
    await lacks(main.getByText('Scanning'));
    await shows(says('1 of 7 steps'));
  });

  it('shows that it is finishing instead of 99%', async () => {
    const progress = await openProcessing();
    await progress({ percentage: 99 });
    await shows(says('Finishing…'));
    await expect.element(main).not.toHaveTextContent('99%');
    await expect.poll(() => document.title).toBe('Finishing… · AI Processing · Cutroom');
  });

  it('offers a browser notification if the permission is undecided', async () => {
    const permission = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
    onTestFinished(() => permission.mockRestore());
    await openProcessing();
    await shows(button('Notify me'));
  });

  // product 9.16
  it('estimates its progress until the first figure, in steps under 5 and never past 90', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.999);
    onTestFinished(() => random.mockRestore());
    hold(calls.readProject);
    stopClock();
    await openApp(`/?project=${makeProject().id}&stage=processing`);
    await ticking(() => bar.query() !== null);
    const percent = () => bar.element().getAttribute('aria-valuenow');
    expect(percent()).toBe('0');
    expect(says('estimated').query()).not.toBeNull();
    await advance(2000);
    await unmoved(() => percent() === '4');
    expect(fill()).toBe('scaleX(0.04995)');
    await advance(2000);
    await unmoved(() => percent() === '9');
    await advance(60_000);
    await unmoved(() => percent() === '90');
  });
});
