import { beforeEach, describe, expect, it } from 'vitest';
import { generationInputSchema, renderSection } from '#contract/jobs/generation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { exportSchema } from '#contract/export.ts';
import type { Section } from '#contract/sections.ts';
import { renderKey } from '#core/film/keys.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { planGeneration } from '#core/runs/kinds/generation.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

/** Ten words of 0.5 s each, one every 0.9 s from the start of the second section. */
const TRANSCRIPT = 'The reefer begins as a small stream far up north';
const CORRECTED = 'The river begins as a small stream, far up north.';
const REWRITTEN = 'Nobody has ever seen where the water comes from.';
const wordsFrom = (startMs: number) =>
  TRANSCRIPT.split(' ').map((text, i) => ({
    text,
    startMs: startMs + 900 * i,
    endMs: startMs + 900 * i + 500,
    confidence: 0.9,
  }));

let edit: Editor;
/** The ID of the second section, whose transcript is `TRANSCRIPT`. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
  await setTranscript(id, 'en');
});

async function setTranscript(sectionId: string, language: string) {
  const { original } = edit.project.sections.find((section) => section.id === sectionId)!;
  const storedOriginal = { ...(original as object), text: TRANSCRIPT, language };
  const values = { words: JSON.stringify(wordsFrom(10_000)), original: JSON.stringify(storedOriginal) };
  await db.updateTable('sections').set(values).where('id', '=', sectionId).execute();
  const ofSection = db.updateTable('sectionTexts').where('sectionId', '=', sectionId);
  await ofSection.set({ text: TRANSCRIPT, language }).execute();
}

const readSection = async (language = 'en', sectionId = id): Promise<Section> =>
  (await edit.read(language)).sections.find((section) => section.id === sectionId)!;
const textOf = (words: { text: string }[]) => words.map(({ text }) => text).join(' ');

/** Returns the input that a film's run would have now. */
async function film(payload: object = {}) {
  const answer = await edit.call('POST', edit.path('/generate'), {
    language: 'en',
    quality: '720p',
    ...payload,
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  const { runId } = answer.json();
  const run = await db.selectFrom('runs').select('input').where('id', '=', runId).executeTakeFirstOrThrow();
  await backend.engine.cancel(runId, edit.user.id);
  return generationInputSchema.parse(run.input);
}

describe('voice of a section', () => {
  // product 4.59
  it('stays the speaker if misheard words are corrected, with captions of the corrected text', async () => {
    expect(await readSection()).toMatchObject({
      narrated: false,
      voice: 'original',
      voiceReason: 'as_spoken',
    });
    const answer = await edit.update(id, { transcription: CORRECTED });
    expect(answer.json()).toMatchObject({
      transcription: CORRECTED,
      narrated: false,
      effectiveDuration: 10,
      effectiveEstimated: false,
    });
    const section = (await film()).sections[1]!;
    expect(section.narration).toBe(null);
    expect(textOf(section.words)).toBe(CORRECTED);
    expect(section.words[1]).toEqual({ text: 'river', startMs: 900, endMs: 1400 });
    expect(await readSection()).toMatchObject({ sound: 'auto', voice: 'original', voiceReason: 'corrected' });
  });

  // product 4.59, 19.11
  it('stays the speaker if the text is rewritten, with captions of the new text', async () => {
    await edit.update(id, { transcription: TRANSCRIPT.replace('reefer begins as', 'river starts like') });
    expect(await readSection()).toMatchObject({ voice: 'original', voiceReason: 'corrected' });
    for (const text of [TRANSCRIPT.replace('reefer begins as a', 'river starts like one'), REWRITTEN]) {
      const answer = await edit.update(id, { transcription: text });
      expect(answer.json()).toMatchObject({
        sound: 'auto',
        narrated: false,
        voice: 'original',
        voiceReason: 'other_text',
        effectiveDuration: 10,
        effectiveEstimated: false,
      });
      const input = await film();
      const section = input.sections[1]!;
      expect([section.narration, textOf(section.words)]).toEqual([null, text]);
      expect(planGeneration(input, new Set()).map(({ job }) => job)).not.toContain('narrate-section');
    }
    // A film in another language is narrated.
    expect(await readSection('hi')).toMatchObject({ voice: 'narrated', voiceReason: 'other_language' });
  });

  // product 19.15
  it('becomes a narrator while the creator has the rewritten text narrated', async () => {
    await edit.update(id, { transcription: REWRITTEN, sound: 'narrated' });
    expect(await readSection()).toMatchObject({ narrated: true, voice: 'narrated', voiceReason: 'chosen' });
    expect((await film()).sections[1]!.narration).toMatchObject({ text: REWRITTEN, language: 'en' });
    await edit.update(id, { sound: 'auto' });
    expect(await readSection()).toMatchObject({
      narrated: false,
      voice: 'original',
      voiceReason: 'other_text',
    });
    expect((await film()).sections[1]!.narration).toBeNull();
  });

  // product 4.59
  it('is a narrator for a written text if no speech was recognised', async () => {
    const { original } = edit.project.sections[1]!;
    const silent = { words: '[]', original: JSON.stringify({ ...(original as object), text: '' }) };
    await db.updateTable('sections').set(silent).where('id', '=', id).execute();
    await edit.update(id, { transcription: REWRITTEN });
    expect(await readSection()).toMatchObject({ narrated: true, voice: 'narrated', voiceReason: 'own_text' });
  });

  it.each([
    ['hi', 'Hindi'],
    ['bn', 'Bengali'],
  ])('stays the speaker in a film of the spoken language: %s', async (language, name) => {
    await setTranscript(id, language);
    expect(await readSection(language)).toMatchObject({
      narrated: false,
      voice: 'original',
      voiceReason: 'as_spoken',
    });
    expect(await readSection('en')).toMatchObject({ narrated: true, voiceReason: 'other_language' });
    await edit.update(id, { transcription: CORRECTED }, language);
    expect((await film({ language: name })).sections[1]).toMatchObject({ narration: null });
  });

  it('compares the text with the words that remain after a trim, or with all if the text still has them', async () => {
    // First the last four words while the text is still complete, then a text of only those words, then a
    // corrected text.
    await edit.update(id, { startTime: 15.2 });
    expect(await readSection()).toMatchObject({ voice: 'original', voiceReason: 'as_spoken' });
    expect(textOf((await film()).sections[1]!.words)).toBe('stream far up north');
    await edit.update(id, { transcription: 'stream far up North!' });
    expect(await readSection()).toMatchObject({ voice: 'original', voiceReason: 'as_spoken' });
    await edit.update(id, { transcription: 'Streams far up North!' });
    const { words } = (await film()).sections[1]!;
    expect(await readSection()).toMatchObject({ voice: 'original', voiceReason: 'corrected' });
    expect(words[0]).toEqual({ text: 'Streams', startMs: 200, endMs: 700 });
  });

  // product 4.59
  it('stays the speaker if the generation call sends another text, unless a narration was chosen', async () => {
    const clip = (transcription: string) => ({
      videos: [
        { clipid: id, transcription, meantime: '00:00:10.000', clip_max_time: '00:00:20.000', path: null },
      ].map((one) => ({ ...one, voice_id: '', xi_voice_id: '', gender: 'female' })),
    });
    expect((await film(clip(CORRECTED))).sections).toMatchObject([{ narration: null, muted: false }]);
    expect((await readSection()).transcription).toBe(CORRECTED);
    const [section] = (await film(clip(REWRITTEN))).sections;
    expect([section!.narration, textOf(section!.words)]).toEqual([null, REWRITTEN]);
    await edit.update(id, { sound: 'narrated' });
    expect((await film(clip(REWRITTEN))).sections[0]!.narration).toMatchObject({
      text: REWRITTEN,
      gender: 'female',
    });
    await edit.update(id, { sound: 'muted' });
    expect((await film(clip(REWRITTEN))).sections).toMatchObject([{ narration: null, muted: true }]);
  });

  it('is the one that the creator chose', async () => {
    expect((await edit.update(id, { sound: 'narrated' })).json()).toMatchObject({
      sound: 'narrated',
      narrated: true,
      voice: 'narrated',
      voiceReason: 'chosen',
      changed: true,
    });
    expect((await film()).sections[1]!.narration).toMatchObject({ text: TRANSCRIPT });
    await edit.update(id, { sound: 'original', transcription: 'Nothing of this is said.' });
    expect(await readSection()).toMatchObject({ narrated: false, voice: 'original', voiceReason: 'chosen' });
    const section = (await film()).sections[1]!;
    // The captions last as long as the speech is.
    expect([textOf(section.words), section.words[0]!.startMs, section.words.at(-1)!.endMs]).toEqual([
      'Nothing of this is said.',
      0,
      8600,
    ]);
    expect((await edit.update(id, { sound: 'muted' })).json()).toMatchObject({
      narrated: false,
      voice: 'muted',
      effectiveDuration: 10,
    });
    expect((await film()).sections[1]).toMatchObject({ muted: true, narration: null });
    expect((await edit.update(id, { sound: 'loud' })).statusCode).toBe(400);
  });

  it('has the reason that there is no text to narrate, or no audio to play', async () => {
    await edit.update(id, { sound: 'narrated', transcription: ' ' });
    expect(await readSection()).toMatchObject({ narrated: false, voice: 'original', voiceReason: 'no_text' });
    const card = (await edit.create({ transcription: 'A card.' })).json() as Section;
    expect(card).toMatchObject({ voice: 'narrated', voiceReason: 'own_text' });
    expect((await edit.update(card.id, { sound: 'original' })).json()).toMatchObject({
      voice: 'silent',
      voiceReason: 'no_sound',
    });
    const silent = scanKeyOf(`silent ${id}`);
    const { name: job, version } = scanMedia;
    const data = { ...SCAN, audio: null };
    await insertArtifact(db, { key: silent, job, version, ownerId: null, files: [], data });
    await db.updateTable('sections').set({ scanKey: silent }).where('id', '=', id).execute();
    await edit.update(id, { sound: 'original' });
    expect(await readSection()).toMatchObject({ voice: 'silent', voiceReason: 'no_sound' });
  });

  itInFullTier('is that of replacement media until a text is written for them', async () => {
    await edit.update(id, { videoURL: await edit.upload('video') });
    expect(await readSection()).toMatchObject({ voice: 'original', voiceReason: 'replaced' });
    // The text of the previous media does not match the speech of the new media.
    expect((await film()).sections[1]!.words).toEqual([]);
    await edit.update(id, { transcription: CORRECTED });
    expect(await readSection()).toMatchObject({ voice: 'narrated', voiceReason: 'own_text' });
    await edit.update(id, { sound: 'original' });
    expect((await film()).sections[1]!.words).toEqual([{ text: CORRECTED, startMs: 0, endMs: 20_000 }]);
  });
});

describe('sound setting of a section', () => {
  itInFullTier('is exported, and reset for a section that the import turns into a title card', async () => {
    const third = edit.project.sections[2];
    await edit.update(id, { sound: 'muted' });
    await edit.update(third!.id, { sound: 'original' });
    const file = exportSchema.parse((await edit.call('GET', '/api/user/export')).json());
    const sections = file.projects[0]!.sections;
    expect(sections.map((section) => section.sound)).toEqual([undefined, 'muted', 'original']);
    // A section whose video is missing becomes a title card without audio.
    sections[2] = { ...sections[2]!, videoId: null, upload: 'gone.mp4' };
    const person = await createUser(backend);
    const headers = { cookie: person.cookie };
    const imported = await app.inject({ method: 'POST', url: '/api/user/import', headers, payload: file });
    expect(imported.json()).toEqual({ projects: 1, skipped: 0 });
    const rows = await db
      .selectFrom('sections')
      .innerJoin('projects', 'projects.id', 'sections.projectId')
      .select('sound')
      .where('userId', '=', person.id)
      .orderBy('position')
      .execute();
    expect(rows.map(({ sound }) => sound)).toEqual(['auto', 'muted', 'auto']);
  });

  it('causes its section to be rendered again, and determines whether its text is translated', async () => {
    const plan = async (language = 'en') =>
      (await edit.call('GET', edit.path(`/generation-plan?language=${language}&quality=720p`))).json();
    const plannedFilm = await film();
    const { name: job, version } = renderSection;
    for (const section of plannedFilm.sections) {
      const key = renderKey(section, plannedFilm, null);
      await insertArtifact(db, { key, job, version, ownerId: null, files: [], data: {} });
    }
    expect(await plan()).toMatchObject({ sections: 3, toRender: 0 });
    await edit.update(id, { sound: 'original' });
    expect(await plan()).toMatchObject({ toRender: 0 });
    expect(await plan('hi')).toMatchObject({ untranslated: 2 });
    for (const sound of ['muted', 'narrated']) {
      await edit.update(id, { sound });
      expect(await plan()).toMatchObject({ toRender: 1 });
    }
    expect(await plan('hi')).toMatchObject({ untranslated: 3 });
  });

  it('is in the input of the render step, so that a worker of an earlier version rejects a muted section', async () => {
    await edit.update(id, { sound: 'muted' });
    const steps = planGeneration(await film(), new Set());
    const inputs = steps.filter(({ job }) => job === 'render-section').map(({ input }) => input);
    expect(inputs).toEqual([{ index: 0 }, { index: 1, muted: true }, { index: 2 }]);
  });
});
