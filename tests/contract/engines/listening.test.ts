import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { generationInputSchema, narrateSection } from '#contract/jobs/generation.ts';
import type { Section } from '#contract/sections.ts';
import { narrationKey } from '#core/film/keys.ts';
import { type OfferedVoice, voiceKey, voicesFor } from '#core/film/voices.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const makeVoice = (id: string, more: Partial<OfferedVoice> = {}): OfferedVoice => ({
  id,
  name: id,
  languages: ['en', 'hi'],
  gender: id.endsWith('female') ? 'female' : 'male',
  engine: 'Made',
  licence: 'none',
  version: 'made@1',
  readsAll: true,
  ...more,
});
const VOICES = [
  makeVoice('one-male'),
  makeVoice('one-female'),
  makeVoice('two-male', { version: 'other@2' }),
];
const info = { queues: [], transcriber: 'none', translator: 'none', titles: 'none', warnings: [] };
await announceWorker(
  backend.redis,
  backend.config.redisPrefix,
  () => ({ ...info, voice: 'made', voices: VOICES }),
  backend.log,
);

let edit: Editor;
let section: Section;
/** A text of its own, so that no narration of another test is found. */
let text: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  section = (await edit.read()).sections[0]!;
  text = `A text of my own, ${randomUUID()}.`;
  await edit.update(section.id, { transcription: text, sound: 'narrated' });
});
const listen = (body: object = {}) => edit.call('POST', `/api/sections/${section.id}/narration`, body);
const inputOf = async (runId: string) => {
  const { input } = await backend.db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return generationInputSchema.parse(input);
};
/** Stores the narration as a worker does. */
async function record(
  text: string,
  voice: { speaker: string | null; gender?: 'male' | 'female' },
  ms: number,
) {
  const speakers = voicesFor(VOICES, { language: 'en', gender: 'male', ...voice });
  const key = narrationKey(voiceKey(speakers), { text, language: 'en' }, 1);
  const data = {
    durationMs: ms,
    speed: 1,
    speaker: speakers[0]!.id,
    language: 'en',
    sentences: [{ text, startMs: 0, endMs: ms }],
  };
  const artifact = { key, job: narrateSection.name, data, ownerId: null, files: [], version: 1 };
  await insertArtifact(backend.db, artifact);
  return key;
}

describe('recording a narration', () => {
  // product 13.9, 18.6
  it('starts one run that costs nothing and records only this narration, as its film would have it', async () => {
    const before = (await edit.call('GET', '/api/user/credits')).json().totalCredits;
    const { url, runId } = (await listen({ gender: 'female' })).json();
    expect(url).toBeNull();
    expect((await edit.call('GET', '/api/user/credits')).json().totalCredits).toBe(before);
    const steps = await readSteps(backend.db, runId);
    expect(steps.map(({ key }) => key)).toEqual(['narrate-section-0']);
    expect((await inputOf(runId)).sections).toMatchObject([
      { sectionId: section.id, narration: { text, gender: 'female', speaker: null } },
    ]);
    // The same request returns the same run; another narration waits until that run has ended.
    expect((await listen({ gender: 'female' })).json()).toEqual({ url: null, runId });
    expect((await listen({ gender: 'male' })).statusCode).toBe(409);
    expect((await edit.read()).status).not.toBe('processing');
    expect((await edit.call('POST', `/api/runs/${runId}/cancel`)).statusCode).toBe(200);
    expect((await listen({ gender: 'male' })).json().runId).not.toBe(runId);
  });

  it('returns the link of an existing recording, without a run', async () => {
    const key = await record(text, { speaker: null }, 3000);
    const { url, runId } = (await listen()).json();
    expect(runId).toBeNull();
    expect(url).toContain(`k=${key}`);
  });

  // product 13.8
  it("prefers the section's own voice to the film's, and the film's to the best one", async () => {
    const speakerIn = async (body: object) => {
      const { runId } = (await listen(body)).json();
      await edit.call('POST', `/api/runs/${runId}/cancel`);
      return (await inputOf(runId)).sections[0]!.narration!.speaker;
    };
    expect(await speakerIn({})).toBeNull();
    expect(await speakerIn({ speaker: 'two-male' })).toBe('two-male');
    await edit.update(section.id, { speaker: 'one-female' });
    expect(await speakerIn({ speaker: 'two-male' })).toBe('one-female');
  });

  it('is refused if nothing is narrated, and for other users', async () => {
    await edit.update(section.id, { sound: 'original' });
    expect((await listen()).statusCode).toBe(422);
    const stranger = await createUser(backend);
    const answer = await edit.call('POST', `/api/sections/${section.id}/narration`, {}, stranger);
    expect(answer.statusCode).toBe(404);
  });
});

describe('a sample of a voice', () => {
  const sample = (body: object = {}) => edit.call('POST', edit.path('/voice-sample'), body);

  // product 13.11
  it('is a sentence in the language of the film, recorded once in the voice that the film would have', async () => {
    const { history } = await edit.read();
    const { url, runId } = (await sample({ language: 'hi', gender: 'female', speaker: 'one-female' })).json();
    expect(url).toBeNull();
    const { sections } = await inputOf(runId);
    expect(sections).toMatchObject([
      { narration: { language: 'hi', gender: 'female', speaker: 'one-female', translateFrom: null } },
    ]);
    expect(sections[0]!.narration!.text).toMatch(/^[\p{Script=Devanagari}\s!,।]+$/u);
    expect((await readSteps(backend.db, runId)).map(({ key }) => key)).toEqual(['narrate-section-0']);
    // Another voice waits until that run has ended.
    expect((await sample({ language: 'hi' })).statusCode).toBe(409);
    await edit.call('POST', `/api/runs/${runId}/cancel`);
    const english = (await sample()).json();
    const { text: narrationText } = (await inputOf(english.runId)).sections[0]!.narration!;
    await edit.call('POST', `/api/runs/${english.runId}/cancel`);
    const key = await record(narrationText, { speaker: null }, 3000);
    expect((await sample()).json()).toMatchObject({ runId: null, url: expect.stringContaining(`k=${key}`) });
    expect((await edit.read()).history).toEqual(history);
  });
});

describe('the voice of a film', () => {
  const generate = async (clip: object) => {
    const videos = [{ clipid: section.id, ...clip }];
    const answer = await edit.call('POST', edit.path('/generate'), { videos });
    return inputOf(answer.json().runId);
  };

  // product 13.8
  it("is the payload's voice_id, or the best one of its gender", async () => {
    const film = await generate({ voice_id: 'two-male', gender: 'male' });
    expect(film.speaker).toBe('two-male');
    expect(film.sections[0]!.narration).toMatchObject({ speaker: 'two-male' });
  });

  it('shapes the length that the page shows: another voice has another narration', async () => {
    const length = async () => (await edit.read()).sections[0]!;
    await record(text, { speaker: null }, 14_000);
    expect(await length()).toMatchObject({ effectiveEstimated: true });
    const speakers = voiceKey(voicesFor(VOICES, { language: 'en', gender: 'male', speaker: null }));
    const key = narrationKey(speakers, { text, language: 'en' }, 1.1);
    const data = { durationMs: 12_700, speed: 1.1, sentences: [] };
    await insertArtifact(backend.db, {
      key,
      job: narrateSection.name,
      data,
      ownerId: null,
      files: [],
      version: 1,
    });
    expect(await length()).toMatchObject({ effectiveEstimated: false });
    await edit.update(section.id, { speaker: 'two-male' });
    expect(await length()).toMatchObject({ effectiveEstimated: true, speaker: 'two-male' });
  });
});

// product 13.7
it('lists the voices of the workers, with their measured pace', async () => {
  // Speech at 10 and at 20 characters a second, and an outlier.
  await record('a'.repeat(100), { speaker: 'two-male' }, 10_000);
  await record('b'.repeat(100), { speaker: 'two-male' }, 5000);
  await record('c'.repeat(100), { speaker: 'two-male' }, 100);
  const voices = (await edit.call('GET', '/api/voices')).json();
  expect(voices.map(({ id }: OfferedVoice) => id)).toEqual(['one-male', 'one-female', 'two-male']);
  expect(voices[2]).toEqual({
    id: 'two-male',
    name: 'two-male',
    languages: ['en', 'hi'],
    gender: 'male',
    engine: 'Made',
    licence: 'none',
    pace: { en: 20 },
  });
});
