import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { CheckResult, FilmCheck, Finding } from '#contract/film-check.ts';
import type { Project } from '#contract/projects.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { heading, lacks, press, shows, text, textsOf } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { disconnectSocket, push } from '../../helpers/components/socket.ts';
import { makeFilmProject, openFilm, serveFilms } from '../../helpers/served/films.ts';
import { makeRun, nextRun } from '../../helpers/served/project.ts';

const NOTHING: CheckResult = { findings: [], more: 0, narrations: 'none' };
const findingsIn = ({ sections }: Project): Finding[] => [
  {
    kind: 'loudness',
    severity: 'fault',
    lufs: -8.2,
    wantedLufs: -16,
    startMs: 0,
    endMs: 12_000,
    sectionId: null,
  },
  { kind: 'black', severity: 'fault', startMs: 1000, endMs: 4000, sectionId: sections[0]!.id },
  {
    kind: 'clipped-word',
    severity: 'fault',
    word: 'river',
    edge: 'end',
    startMs: 7000,
    endMs: 8000,
    sectionId: sections[1]!.id,
  },
  {
    kind: 'misheard',
    severity: 'hint',
    share: 0.6,
    words: ['stream', 'begins'],
    startMs: 8000,
    endMs: 12_000,
    sectionId: sections[2]!.id,
  },
];

/** Opens a film with this check, and returns a function that changes the check. */
async function openChecked(resultOf: (project: Project) => CheckResult | null) {
  const project = makeFilmProject();
  serveFilms(project);
  const run = makeRun('checking', { projectId: project.id });
  const result = resultOf(project);
  let check: FilmCheck = { run: result ? nextRun(run, { status: 'completed' }) : run, result };
  answer(calls.readFilmCheck, () => check);
  await openApp(`/?project=${project.id}&stage=complete`);
  await shows(heading('Video Generated Successfully!'));
  return { project, run, set: (next: FilmCheck) => void (check = next) };
}

const foundItems = page.getByRole('list', { name: 'What the check found' }).getByRole('listitem');
const checking = text(/^Checking the film/);

describe('check of a film', () => {
  // product 15.8
  it('describes each finding in a sentence', async () => {
    await openChecked((project) => ({ ...NOTHING, findings: findingsIn(project) }));
    await text('Checks: 4 suggestions').click();
    await expect
      .poll(() => textsOf(foundItems))
      .toEqual([
        expect.stringContaining('The film is too loud: -8.2 LUFS (target -16).'),
        expect.stringContaining('The picture is black for 3.0 s.'),
        expect.stringContaining('The section ends in the middle of the word “river”.'),
        expect.stringContaining('A speech recogniser missed 60% of its words, such as “stream”, “begins”.'),
      ]);
  });

  // product 15.11
  it('reports a video that moves where its film is frozen', async () => {
    const frozen = (videoMoves: boolean) =>
      ({
        kind: 'frozen',
        forNarration: false,
        videoMoves,
        startMs: 0,
        endMs: 2500,
        sectionId: null,
      }) as const;
    const findings: Finding[] = [
      { ...frozen(true), severity: 'fault' },
      { ...frozen(false), severity: 'hint' },
    ];
    await openChecked(() => ({ ...NOTHING, findings }));
    await text('Checks: 2 suggestions').click();
    await expect
      .poll(() => textsOf(foundItems))
      .toEqual([
        expect.stringContaining('The picture is frozen for 2.5 s, but its video moves.'),
        expect.stringContaining('The picture is frozen for 2.5 s.'),
      ]);
  });

  // product 15.13, 15.14
  it('reports a section of the wrong length, and audio that is out of sync', async () => {
    const common = { severity: 'fault', startMs: 4000, endMs: 8000, sectionId: null } as const;
    const findings: Finding[] = [
      { kind: 'wrong-length', plannedMs: 4000, actualMs: 3000, ...common },
      { kind: 'out-of-sync', shiftMs: 300, ...common },
      { kind: 'out-of-sync', shiftMs: -200, ...common },
    ];
    await openChecked(() => ({ ...NOTHING, findings }));
    await text('Checks: 3 suggestions').click();
    await expect
      .poll(() => textsOf(foundItems))
      .toEqual([
        expect.stringContaining('This section lasts 3.0 s in the film instead of 4.0 s.'),
        expect.stringContaining('The sound is 0.3 s behind the picture.'),
        expect.stringContaining('The sound is 0.2 s ahead of the picture.'),
      ]);
  });

  // product 15.8
  it('shows the moment of a finding in the player', async () => {
    await openChecked((project) => ({ ...NOTHING, findings: findingsIn(project) }));
    await text('Checks: 4 suggestions').click();
    await press('Show 0:07 of the film');
    await expect.poll(() => document.querySelector('video')!.currentTime).toBeCloseTo(7, 1);
  });

  // product 15.8
  it("opens the section of a finding in the editor at the section's own address", async () => {
    const { project } = await openChecked((all) => ({ ...NOTHING, findings: findingsIn(all) }));
    await text('Checks: 4 suggestions').click();
    await foundItems.nth(2).getByRole('link', { name: 'Open section Section 2' }).click();
    const { id } = project.sections[1]!;
    await expect
      .poll(() => document.querySelector(`[data-select="${id}"]`)?.getAttribute('aria-current'))
      .toBe('true');
    expect(address()).toBe(`/?project=${project.id}&stage=edit&section=${id}`);
  });

  it('reports that nothing was found and that the narrations were not checked', async () => {
    await openChecked(() => ({ ...NOTHING, narrations: 'unheard' }));
    await shows(text('Checks: No suggestions'));
    await shows(text('The narration wasn’t checked, because transcription isn’t available for English.'));
    await lacks(text(/\d suggestions?/));
  });

  // product 15.9
  it('shows its result without a reload when it completes', async () => {
    const { run, set } = await openChecked(() => null);
    await shows(checking);
    const completed = nextRun(run, { status: 'completed' });
    set({ run: completed, result: NOTHING });
    await push('run.completed', { run: completed });
    await shows(text('Checks: No suggestions'));
    await lacks(checking);
  });

  // product 15.9
  it('shows its result by polling while the socket is disconnected', async () => {
    const { run, set } = await openChecked(() => null);
    await shows(checking);
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    });
    const completed = nextRun(run, { status: 'completed' });
    answer(calls.readRun, completed);
    set({ run: completed, result: NOTHING });
    await disconnectSocket();
    await expect.poll(() => document.documentElement.dataset['transport']).toBe('polling-calls');
    await vi.advanceTimersByTimeAsync(10_000);
    await shows(text('Checks: No suggestions'));
    await lacks(checking);
    await expect.poll(() => requestsOf(calls.readRun).map(({ params }) => params.id)).toEqual([run.id]);
  });

  // product 15.10
  it('is started by a button for an older film and retried after a failure', async () => {
    const { current } = await openFilm();
    const { id: projectId } = current();
    await shows(text('Checks: This film hasn’t been checked yet.'));
    const run = makeRun('checking', { projectId });
    answer(calls.checkFilm, () => {
      answer(calls.readFilmCheck, { run, result: null });
      return run;
    });
    await press('Check this film');
    await shows(checking);

    const failed = nextRun(run, { status: 'failed', message: 'The film no longer exists.' });
    answer(calls.readFilmCheck, { run: failed, result: null });
    await push('run.failed', { run: failed });
    await shows(text('Checks: Could not check this film. The film no longer exists.'));

    const secondRun = makeRun('checking', { projectId });
    answer(calls.checkFilm, () => {
      answer(calls.readFilmCheck, { run: secondRun, result: null });
      return secondRun;
    });
    await press('Try Again');
    await shows(checking);
    await shows(heading('Video Generated Successfully!'));
    const requests = requestsOf(calls.checkFilm).map(({ params, query }) => [params.id, query.language]);
    expect(requests).toEqual([
      [projectId, 'en'],
      [projectId, 'en'],
    ]);
  });
});
