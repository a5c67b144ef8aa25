import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Run } from '#contract/runs.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { openTab, region, shows } from '../../helpers/components/find.ts';
import { push } from '../../helpers/components/socket.ts';
import { NOW } from '../../helpers/served/account.ts';
import { details, textField, visitEditor } from '../../helpers/served/editing.ts';
import { makeProject, makeRun, makeSection, nextRun } from '../../helpers/served/project.ts';
import { serveProject, type ServedProject } from '../../helpers/served/serve-project.ts';

const makeVoice = (id: string, name: string, changes: Partial<VoiceChoice> = {}): VoiceChoice => ({
  id,
  name,
  languages: ['en'],
  gender: 'male',
  engine: 'Made',
  licence: 'CC-BY-4.0',
  pace: {},
  ...changes,
});
const ASHA = makeVoice('made-0', 'Asha', { gender: 'female' });
/** The best of Asha's gender. */
const MIRA = makeVoice('made-2', 'Mira', { gender: 'female' });
const RAVI = makeVoice('made-1', 'Ravi', { pace: { en: 10 } });

/** An editor of narrated sections, three voices, and a running recording once one is requested. */
async function open(): Promise<ServedProject & { run: Run }> {
  const narrated = { sound: 'narrated', voice: 'narrated', voiceReason: 'chosen', narrated: true } as const;
  const sections = [0, 1, 2].map((position) => makeSection(position, narrated));
  const served = serveProject(makeProject({ sections }));
  const run = makeRun('listening', { projectId: served.current().id, status: 'queued' });
  answer(calls.listVoices, [MIRA, ASHA, RAVI]);
  answer(calls.readRun, run);
  answer(calls.cancelRun, () => nextRun(run, { status: 'cancelled', finishedAt: NOW }));
  for (const call of [calls.listenToSection, calls.listenToVoice]) answer(call, { url: null, runId: run.id });
  await visitEditor(served);
  return { ...served, run };
}
/** Replaces `Audio`, whose recordings do not exist here, and returns every sound that is made. */
function recordSounds(): { url: string; paused: boolean }[] {
  const sounds: { url: string; paused: boolean }[] = [];
  class Sound extends EventTarget {
    paused = true;
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      sounds.push(this);
    }
    play(): Promise<void> {
      this.paused = false;
      return Promise.resolve();
    }
    pause(): void {
      this.paused = true;
    }
  }
  vi.stubGlobal('Audio', Sound);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sounds;
}

const inDetails = (value: string) => details.getByText(value, { exact: true });
const listen = details.getByRole('button', { name: 'Listen', exact: true });
const chooseVoice = () => details.getByRole('combobox', { name: 'Voice', exact: true });

describe("listening to a section's narration", () => {
  it('records a narration, shows its progress, and cancels it', async () => {
    const { run, section } = await open();
    await openTab('Sound');
    await listen.click();
    await shows(inDetails('Waiting...'));
    await push('run.progressed', { run: nextRun(run, { status: 'running', percentage: 42.5 }) });
    await shows(inDetails('Recording... 42%'));
    answer(calls.cancelRun, nextRun(run, { version: 9, status: 'cancelled', finishedAt: NOW }));
    await details.getByRole('button', { name: 'Cancel' }).click();
    await shows(listen);
    const sent = requestsOf(calls.listenToSection).map(({ params, body }) => ({ ...params, ...body }));
    expect(sent).toEqual([{ id: section(0).id, language: 'en', gender: 'male', speaker: null }]);
    await expect.poll(() => requestsOf(calls.cancelRun).map(({ params }) => params.id)).toEqual([run.id]);
  });

  it('plays a narration once it is recorded, and stops it', async () => {
    const sounds = recordSounds();
    const { run } = await open();
    await openTab('Sound');
    await listen.click();
    await shows(inDetails('Waiting...'));
    answer(calls.listenToSection, { url: '/media/narration.wav', runId: null });
    await push('run.completed', { run: nextRun(run, { status: 'completed', finishedAt: NOW }) });
    await shows(details.getByRole('button', { name: 'Stop' }));
    expect(sounds).toMatchObject([{ url: '/media/narration.wav', paused: false }]);
    await details.getByRole('button', { name: 'Stop' }).click();
    await shows(listen);
    expect(sounds).toMatchObject([{ paused: true }]);
  });

  it('saves the typed text before its narration is requested', async () => {
    const { section } = await open();
    await (await textField()).fill('Typed just now.');
    let saved = '';
    answer(calls.listenToSection, () => {
      saved = section(0).transcription;
      return { url: null, runId: crypto.randomUUID() };
    });
    await openTab('Sound');
    await listen.click();
    await expect.poll(() => saved).toBe('Typed just now.');
  });

  it('shows the voice that is chosen for a section, and saves it', async () => {
    await open();
    await openTab('Sound');
    await chooseVoice().selectOptions('Asha');
    await shows(inDetails('Voice: Asha (CC-BY-4.0).'));
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ speaker: 'made-0' }]);
  });
});

describe('fit of a narrated text', () => {
  it('shows while typing how a text fits, by the pace of its voice', async () => {
    await open();
    // Ravi reads 10 characters a second.
    const field = await textField();
    await field.fill('a'.repeat(90));
    await shows(details.getByText('Fits: 9.0 s of narration in 10.0 s of video.'));
    await field.fill('a'.repeat(110));
    await shows(details.getByText('Tight: 11.0 s of narration'));
    await field.fill('a'.repeat(200));
    await shows(details.getByText('Too long: 20.0 s of narration'));
    await shows(details.getByText('It’s 5.5 s too long, even sped up by 32%.'));
  });
});

describe('voice of the film', () => {
  const options = region('Film options');
  const listenToFilm = options.getByRole('button', { name: 'Listen', exact: true });
  const showOptions = () => page.getByRole('button', { name: /^Film options/ }).click();

  /** Chooses Asha, as the server then has it. */
  async function chooseAsha({ set }: ServedProject): Promise<void> {
    answer(calls.chooseForFilm, ({ body }) =>
      set((project) => ({ ...project, filmChoices: { ...project.filmChoices, ...body } })),
    );
    await showOptions();
    await options.getByRole('combobox', { name: 'Voice', exact: true }).selectOptions('Asha');
  }

  // product 13.11
  it('records a sample of the voice that is chosen in the film options', async () => {
    await chooseAsha(await open());
    await listenToFilm.click();
    await shows(options.getByText('Waiting...'));
    await expect
      .poll(() => requestsOf(calls.listenToVoice).map(({ body }) => body))
      .toEqual([{ language: 'en', gender: 'female', speaker: 'made-0' }]);
    await options.getByRole('button', { name: 'Cancel' }).click();
    await shows(listenToFilm);
  });

  it('reads sections that have no voice with the voice of the film', async () => {
    const served = await open();
    await openTab('Sound');
    await chooseAsha(served);
    await shows(inDetails('Voice: Asha (CC-BY-4.0).'));
    await expect
      .poll(() => requestsOf(calls.readGenerationPlan).at(-1)?.query)
      .toMatchObject({ gender: 'female', speaker: 'made-0' });
  });
});
