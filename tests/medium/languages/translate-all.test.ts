import { once } from 'node:events';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startLibreTranslate } from '../../helpers/engine-servers/libretranslate-server.ts';
import { client } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

// A translator without Bengali.
const translator = await startLibreTranslate({ codes: ['en', 'hi'] });
const [stack, untranslated] = await Promise.all([startStack(), startStack()]);
await stack.startWorker({ LIBRETRANSLATE_URL: translator.url });
afterAll(() => translator.close());
beforeEach(() => translator.reset());

/** Creates a project of three sections with English texts that have not been translated before. */
async function open(installation = stack) {
  const user = await createUser(installation);
  const call = client(installation, user.cookie);
  const { projectId, sections } = await createProject(installation, user.id);
  const write = (id: string, language: Language, transcription: string) =>
    call('PATCH', `/api/sections/${id}/update?language=${language}`, { transcription });
  const english = sections.map((_, i) => `Text ${i + 1} of ${user.id}.`);
  for (const [i, { id }] of sections.entries()) await write(id, 'en', english[i]!);
  const events = await openEvents(installation, user.cookie);
  const ended = (status: 'completed' | 'failed') =>
    events.until(`run.${status}`, ({ run }) => run.projectId === projectId);
  const read = (language: Language) =>
    call<Project>('GET', `/api/projects/${projectId}?language=${language}`);
  return {
    call,
    projectId,
    ids: sections.map(({ id }) => id),
    ended,
    read,
    translate: (language: Language) =>
      call<Run>('POST', `/api/projects/${projectId}/translate?language=${language}`),
    texts: async (language: Language) =>
      (await read(language)).sections.map(({ transcription, textSource }) => [transcription, textSource]),
    write,
    english,
  };
}

// product 12.10
it('translates every text for reading and correcting, and can be undone', async () => {
  const { call, projectId, ids, english, ended, read, translate, texts, write } = await open();
  await write(ids[1]!, 'hi', 'अपना पाठ।');
  const done = ended('completed');
  expect(await translate('hi')).toMatchObject({ kind: 'translation', language: 'hi', projectId });
  expect((await done).run.message).toBe('Translated 2 texts to Hindi.');
  const all = [
    [`«hi» ${english[0]}`, 'translated'],
    ['अपना पाठ।', 'written'],
    [`«hi» ${english[2]}`, 'translated'],
  ];
  expect(await texts('hi')).toEqual(all);
  expect(await read('hi')).toMatchObject({
    status: 'draft',
    translation: { status: 'completed' },
    history: { undo: 'Translate to Hindi' },
  });
  expect((await texts('en')).map(([text]) => text)).toEqual(english);

  await call('POST', `/api/projects/${projectId}/undo`);
  expect(await texts('hi')).toEqual([[english[0], 'untranslated'], all[1], [english[2], 'untranslated']]);
  await call('POST', `/api/projects/${projectId}/redo`);
  expect(await texts('hi')).toEqual(all);

  // A corrected translation is preserved; a changed original makes its translation out of date, and only that
  // one is sent again.
  await write(ids[2]!, 'hi', 'तीसरा पाठ।');
  const another = `Another ${english[0]}`;
  await write(ids[0]!, 'en', another);
  expect((await texts('hi'))[0]).toEqual([another, 'untranslated']);
  translator.reset();
  const finished = ended('completed');
  await translate('hi');
  expect((await finished).run.message).toBe('Translated 1 text to Hindi.');
  // Workers request the translator's languages now and then.
  const sent = translator.received.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => JSON.parse(body.toString()).q)).toEqual([[another]]);
  expect(await texts('hi')).toEqual([
    [`«hi» ${another}`, 'translated'],
    ['अपना पाठ।', 'written'],
    ['तीसरा पाठ।', 'written'],
  ]);
  await expect(translate('hi')).rejects.toThrow('Every text of this project is already in Hindi.');
});

// product 12.14
it('has titles in each language, translated or written only in it', async () => {
  const { call, projectId, ids, ended, read, translate } = await open();
  const name = (id: string, language: Language, title: string) =>
    call('PATCH', `/api/sections/${id}/update?language=${language}`, { title });
  const titles = async (language: Language) => (await read(language)).sections.map(({ title }) => title);
  await name(ids[0]!, 'en', 'The river');
  await name(ids[1]!, 'hi', 'पुल');
  const english = ['The river', 'Section 2', 'Section 3'];
  expect(await titles('en')).toEqual(english);
  expect(await titles('hi')).toEqual(['The river', 'पुल', 'Section 3']);
  const done = ended('completed');
  await translate('hi');
  await done;
  expect(await titles('hi')).toEqual(['«hi» The river', 'पुल', '«hi» Section 3']);
  expect(await titles('en')).toEqual(english);
  // A changed title makes its translation out of date.
  await name(ids[0]!, 'en', 'The sea');
  expect(await titles('hi')).toEqual(['The sea', 'पुल', '«hi» Section 3']);
  await call('POST', `/api/projects/${projectId}/undo`);
  expect(await titles('hi')).toEqual(['«hi» The river', 'पुल', '«hi» Section 3']);
  await call('POST', `/api/projects/${projectId}/undo`);
  expect(await titles('hi')).toEqual(['The river', 'पुल', 'Section 3']);
});

// product 12.9
it('is one run for two tabs, and keeps texts that are written meanwhile', async () => {
  const { call, ids, ended, read, translate, texts, write } = await open();
  translator.failNext('hang', 'hang', 'hang');
  const received = once(translator.events, 'received');
  const run = await translate('hi');
  expect((await translate('hi')).id).toBe(run.id);
  await expect(translate('bn')).rejects.toThrow('The texts are being translated to Hindi.');
  expect((await read('hi')).translation).toMatchObject({
    id: run.id,
    status: expect.stringMatching(/ed|ing/),
  });
  await received;
  const cancelled = await call<Run>('POST', `/api/runs/${run.id}/cancel`);
  expect(cancelled.status).toBe('cancelled');
  expect((await texts('hi')).map(([, source]) => source)).toEqual(Array(3).fill('untranslated'));

  translator.failNext('hang');
  const again = once(translator.events, 'received');
  const done = ended('completed');
  const second = await translate('hi');
  await again;
  await write(ids[0]!, 'hi', 'अपना पाठ।');
  await call('POST', `/api/runs/${second.id}/cancel`);
  await translate('hi');
  await done;
  expect((await texts('hi'))[0]).toEqual(['अपना पाठ।', 'written']);
});

// product 12.11
it('fails with a message, and keeps successful translations', async () => {
  const { call, projectId, english, ended, translate, texts } = await open();
  const card = { title: 'Own', transcription: 'নিজের লেখা।' };
  await call('POST', `/api/projects/${projectId}/sections?language=bn`, card);
  translator.failAlways({ status: 403, body: { error: 'Invalid API key' } });
  const failed = ended('failed');
  await translate('hi');
  expect((await failed).run.message).toMatch(/^LibreTranslate refuses .*\.$/);
  expect((await texts('hi')).map(([, source]) => source)).toEqual(Array(4).fill('untranslated'));
  translator.reset();
  const done = ended('completed');
  await translate('hi');
  expect((await done).run.message).toBe(
    'Translated 3 texts to Hindi. 1 could not be translated: LibreTranslate refused the request (400, "bn is not supported").',
  );
  expect(await texts('hi')).toEqual([
    ...english.map((text) => [`«hi» ${text}`, 'translated']),
    [card.transcription, 'untranslated'],
  ]);
});

// product 12.12
it('explains what to do if no translator is available', async () => {
  const { translate } = await open(untranslated);
  await expect(translate('hi')).rejects.toThrow(
    'These texts can’t be translated to Hindi. Install the models of that language, or set up LibreTranslate or a chat server.',
  );
});
