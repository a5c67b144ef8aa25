import { expect, it, vi } from 'vitest';
import type { Credits } from '#contract/credits.ts';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { SectionWords } from '#contract/sections.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { TRANSCRIPTS, startTranscribedVideo } from '../../helpers/processes/transcribed-video.ts';

const scene = await startTranscribedVideo();

async function open() {
  const { call, events, projectId } = await scene.open();
  const read = (language: Language = 'en') =>
    call<Project>('GET', `/api/projects/${projectId}?language=${language}`);
  const { sections } = await read();
  expect(sections.length).toBeGreaterThan(1);
  const [first, second] = [sections[0]!.id, sections[1]!.id];
  return {
    call,
    read,
    first,
    second,
    path: `/api/projects/${projectId}`,
    hear: (spoken: string, id = first) => call<Run>('POST', `/api/sections/${id}/hearing`, { spoken }),
    ended: (status: 'completed' | 'failed') =>
      events.until(`run.${status}`, ({ run }) => run.kind === 'hearing'),
    words: async (id = first) =>
      (await call<SectionWords>('GET', `/api/sections/${id}/words`)).words.map(({ text }) => text).join(' '),
  };
}

// product 11.16, 11.17
it('replaces the words, texts and titles of unedited sections in the spoken language, as one edit', async () => {
  const { call, read, first, second, path, hear, ended, words } = await open();
  await call('PATCH', `/api/sections/${second}/update`, { transcription: 'My own text.', title: 'My title' });
  const before = await read();
  const wordsBefore = await words();
  const credits = async () => (await call<Credits>('GET', '/api/user/credits')).totalCredits;
  const creditsBefore = await credits();

  const done = ended('completed');
  const runs = await Promise.all([hear('hi'), hear('hi', second), hear('hi')]);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  expect(runs[0]).toMatchObject({ kind: 'hearing', language: 'hi' });
  const count = before.sections.length;
  expect((await done).run.message).toBe(
    `Updated ${count} sections with the Hindi transcript. Kept 1 edited text.`,
  );
  const [hindi, english] = [await read('hi'), await read('en')];
  for (const { textSource, transcription, spoken } of hindi.sections) {
    expect([textSource, spoken?.language]).toEqual(['original', 'hi']);
    expect(TRANSCRIPTS.hi.split(' ')).toEqual(expect.arrayContaining(transcription.split(' ')));
  }
  expect(await words()).toBe(hindi.sections[0]!.transcription);
  expect(hindi.sections[0]!.title).toMatch(/[ऀ-ॿ]/);
  expect(hindi.sections[0]).toMatchObject({ narrated: false, changed: false });
  expect(english.sections[0]).toMatchObject({ textSource: 'untranslated' });
  expect(english.sections[1]).toMatchObject({
    transcription: 'My own text.',
    textSource: 'written',
    title: 'My title',
  });
  expect(await credits()).toBe(creditsBefore);

  expect(english.history.undo).toBe('Transcribe a video in Hindi');
  await call('POST', `${path}/undo`);
  const texts = ({ sections }: Project) =>
    sections.map(({ title, transcription, textSource }) => [title, transcription, textSource]);
  expect(texts(await read())).toEqual(texts(before));
  expect(await words()).toBe(wordsBefore);
  await call('POST', `${path}/redo`);
  expect(texts(await read('hi'))).toEqual(texts(hindi));
  await call('POST', `/api/sections/${first}/reset`);
  expect(texts(await read('hi'))[0]).toEqual(texts(hindi)[0]);
});

// product 11.18
it('changes nothing if it is cancelled, or nothing is recognised', async () => {
  const { call, read, hear, ended } = await open();
  const before = (await read()).sections;
  // A chunk that was already transcribed in the same language is not transcribed again.
  scene.hold();
  const run = await hear('bn');
  await vi.waitUntil(() => scene.waiting.length > 0, PATIENT);
  expect(await read()).toMatchObject({ hearing: { id: run.id, status: 'running' }, status: 'draft' });
  await expect(hear('hi')).rejects.toThrow('A video of this project is being transcribed again.');
  expect(await call<Run>('POST', `/api/runs/${run.id}/cancel`)).toMatchObject({ status: 'cancelled' });
  scene.letGo();
  expect((await read()).sections).toEqual(before);

  const failed = ended('failed');
  await hear('bn');
  expect((await failed).run.message).toBe(
    'We didn’t find any clear speech in "Valley one". Nothing was changed.',
  );
  const after = await read();
  expect(after.sections).toEqual(before);
  expect(after.history.undo).toBe(null);
});
