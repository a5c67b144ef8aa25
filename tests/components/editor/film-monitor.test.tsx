import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import type { FilmPart } from '#contract/film-preview.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, press, shows, text } from '../../helpers/components/find.ts';
import { NOW } from '../../helpers/served/account.ts';
import { visitEditor } from '../../helpers/served/editing.ts';
import { makeProject, makeRun, makeSection, nextRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const NARRATED = { sound: 'narrated', voice: 'narrated', voiceReason: 'chosen', narrated: true } as const;
const partOf = (sectionId: string): FilmPart => ({
  sectionId,
  gainDb: 0,
  narration: { url: null, tempo: 1, underDb: -20, spoken: [] },
  cues: [],
});

describe('film preview', () => {
  // product 18.6
  it('reports sections without a recorded narration, and records them whatever is played', async () => {
    const sections = [makeSection(0, NARRATED), makeSection(1, NARRATED), makeSection(2)];
    const served = serveProject(makeProject({ sections }));
    const [first, second] = served.current().sections;
    const run = makeRun('listening', { projectId: served.current().id, status: 'queued' });
    answer(calls.previewFilm, { parts: [partOf(first!.id), partOf(second!.id)] });
    answer(calls.listenToSection, { url: null, runId: run.id });
    answer(calls.readRun, run);
    answer(calls.cancelRun, nextRun(run, { status: 'cancelled', finishedAt: NOW }));
    await visitEditor(served);
    await press('Play film');
    await press('1 notice');
    await shows(text('2 sections play their own sound in the preview until their narrations are recorded.'));
    await press('Record narrations');
    const recording = text('Recording narration 1 of 2...');
    await shows(recording);
    await press('Play section');
    await shows(button('Play film'));
    await press('Notices, 1 in progress');
    await shows(recording);
    await press('Play film');
    await shows(button('Play section'));
    await press('Notices, 1 in progress');
    await press('Cancel');
    await shows(button('Record narrations'));
    await expect
      .poll(() => requestsOf(calls.listenToSection).map(({ params }) => params.id))
      .toEqual([first!.id]);
  });
});
