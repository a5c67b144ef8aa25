import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { percentOf } from '../../../client/src/features/edit/context/queries.ts';
import { Editor } from '../../../client/src/features/edit/store/editor.ts';
import { knownWords, wordsQuery } from '../../../client/src/features/edit/store/words.ts';
import { keys } from '../../../client/src/lib/api/queries.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';

const ID = '3f9f1d8e-0000-4000-8000-000000000000';
const section = (id: string, more: Partial<Section> = {}): Section =>
  ({
    ...SECTION_DEFAULTS,
    id,
    title: id,
    transcription: '',
    media: 'video',
    narrated: false,
    position: 0,
    ...more,
  }) as Section;
const project = (sections: Section[], more: Partial<Project> = {}): Project =>
  ({ id: ID, sections, preparations: [], ...more }) as Project;
const read = (own: Project, language: Language = 'en') =>
  queryClient.setQueryData(keys.project(ID, language), own);
const titles = (editor: Editor) => editor.state.sections.map(({ title }) => title);

interface Question {
  path: string;
  body: { title?: string };
  answer: (status: number, body: unknown) => void;
}
let questions: Question[];
beforeEach(() => {
  questions = [];
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (path: string, { body }: { body?: string }) =>
      new Promise((resolve) => {
        const answer = (status: number, result: unknown): void =>
          resolve(new Response(JSON.stringify(result), { status }));
        questions.push({ path, body: body ? JSON.parse(body) : {}, answer });
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});
const paths = () => questions.map(({ path }) => path);
/** Lets pending promises settle without advancing the time. */
const goOn = () => vi.advanceTimersByTimeAsync(0);

function opened(language: Language = 'en', sections = [section('a'), section('b', { position: 1 })]): Editor {
  read(project(sections), language);
  const editor = new Editor(ID, language);
  editor.open();
  return editor;
}

describe('an editor', () => {
  it('follows its project as it is loaded, in its own language, until it is closed', async () => {
    const editor = new Editor(ID, 'hi');
    read(project([section('a', { title: 'one' })]), 'hi');
    const close = editor.open();
    expect(titles(editor)).toEqual(['one']);
    read(project([section('a', { title: 'two' })]), 'hi');
    await goOn();
    expect(titles(editor)).toEqual(['two']);
    read(project([section('a', { title: 'English' })]), 'en');
    await goOn();
    expect(titles(editor)).toEqual(['two']);
    close();
    read(project([section('a', { title: 'three' })]), 'hi');
    await goOn();
    expect(titles(editor)).toEqual(['two']);
  });

  it('keeps unsaved changes on top of loaded data, and drops those of a removed section', async () => {
    const editor = opened();
    editor.saver.edit('a', { title: 'typed' });
    editor.saver.edit('b', { title: 'lost' });
    read(project([section('a', { transcription: 'from elsewhere' })]));
    await goOn();
    expect(titles(editor)).toEqual(['typed']);
    expect(Object.keys(editor.state.drafts)).toEqual(['a']);
  });

  it('replaces unsaved changes that another tab saved in the same field, and can restore them', async () => {
    const editor = opened();
    editor.saver.edit('a', { title: 'typed' });
    read(project([section('a', { title: 'from elsewhere' }), section('b')]));
    await goOn();
    expect(titles(editor)[0]).toBe('from elsewhere');
    expect(editor.state.drafts).toEqual({});
    expect(editor.state.elsewhere['a']).toMatchObject({ fields: ['title'], mine: { title: 'typed' } });
    editor.saver.restoreMine('a');
    expect(titles(editor)[0]).toBe('typed');
    expect(editor.state.drafts).toEqual({ a: { title: 'typed' } });
  });

  it('saves a section a second after its last change, each language separately', async () => {
    const [english, hindi] = [opened('en'), opened('hi')];
    english.saver.edit('a', { title: 'x' });
    await vi.advanceTimersByTimeAsync(900);
    hindi.saver.edit('a', { title: 'y' });
    english.saver.edit('a', { title: 'xx' });
    await vi.advanceTimersByTimeAsync(900);
    expect(paths()).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(paths().sort()).toEqual([
      '/api/sections/a/update?language=en',
      '/api/sections/a/update?language=hi',
    ]);
  });

  it('sends one call at a time for a section, and then what was typed meanwhile', async () => {
    const editor = opened();
    editor.saver.edit('a', { title: 'x' });
    const saved = editor.saver.save('a');
    editor.saver.edit('a', { title: 'xy' });
    const all = editor.saver.saveAll();
    await goOn();
    expect(questions.map(({ body }) => body.title)).toEqual(['x']);
    questions[0]!.answer(200, section('a', { title: 'x' }));
    await goOn();
    expect(await saved).toBe(false);
    expect(questions.filter(({ body }) => body.title).map(({ body }) => body.title)).toEqual(['x', 'xy']);
    questions.at(-1)!.answer(200, section('a', { title: 'xy' }));
    await goOn();
    expect(await all).toBe(true);
    expect(editor.state.saves['a']).toBe('saved');
  });

  it('makes one step of its history at a time, whatever another editor does', async () => {
    const [one, other] = [opened('en'), opened('hi')];
    one.history.undo();
    one.history.undo();
    await goOn();
    other.history.redo();
    await goOn();
    const steps = () => paths().filter((path) => /(un|re)do$/u.test(path));
    expect(steps()).toEqual([`/api/projects/${ID}/undo`, `/api/projects/${ID}/redo`]);
    questions.find(({ path }) => path.endsWith('/undo'))!.answer(200, { done: 'x', undo: null, redo: null });
    await goOn();
    expect(steps().filter((path) => path.endsWith('/undo'))).toHaveLength(2);
  });

  it('sends consecutive moves as the last order of its own list', async () => {
    const [one, other] = [opened('en'), opened('hi')];
    one.order.moveBy(['a'], 1);
    one.order.moveBy(['a'], -1);
    one.order.moveBy(['b'], -1);
    other.order.moveBy(['a'], 1);
    await goOn();
    // Both requests are pending: neither waits for the other.
    expect(questions.map(({ body }) => body)).toEqual([
      { sectionIds: ['b', 'a'] },
      { sectionIds: ['b', 'a'] },
    ]);
    questions[0]!.answer(200, {});
    await goOn();
    expect(paths().filter((path) => path.endsWith('reorder'))).toHaveLength(2);
  });

  it('begins a range selection at the row that was last checked in its own list', () => {
    const three = ['a', 'b', 'c'].map((id, position) => section(id, { position }));
    const [one, other] = [opened('en', three), opened('hi', three)];
    one.checks.toggle('a', false);
    other.checks.toggle('c', true);
    expect(other.state.checked).toEqual(['c']);
    one.checks.toggle('c', true);
    expect(one.state.checked).toEqual(['a', 'b', 'c']);
  });
});

it('uses the saved words of a section, and those of its last range until they are loaded', () => {
  const words = (text: string): SectionWords => ({
    words: [{ text, start: 0, end: 1, confidence: 1 }],
    cutWords: [],
    heard: [],
  });
  const saved = section('a', { wordsKey: 'k', startTime: 0, endTime: 10 });
  const wider = { ...saved, endTime: 12 };
  expect(knownWords(saved)).toBeNull();
  queryClient.setQueryData(wordsQuery(section('b', { wordsKey: 'k' })).queryKey, words('of another'));
  expect(knownWords(saved)).toBeNull();
  queryClient.setQueryData(wordsQuery(saved).queryKey, words('first'));
  vi.setSystemTime(Date.now() + 1000);
  expect(knownWords(wider)).toEqual(words('first'));
  queryClient.setQueryData(wordsQuery(wider).queryKey, words('second'));
  expect(knownWords(wider)).toEqual(words('second'));
  expect(knownWords(saved)).toEqual(words('first'));
  expect(knownWords({ ...saved, endTime: 14 })).toEqual(words('second'));
});

it('reports the progress of uploads by their newest known runs', () => {
  const run = (id: string, percentage: number, status = 'running') => ({ id, percentage, status }) as Run;
  const runs = [run('a', 10), run('b', 20)];
  expect(percentOf(runs, {})).toBe(15);
  expect(percentOf(runs, { a: run('a', 61) })).toBe(41);
  expect(percentOf(runs, { a: run('a', 100, 'completed') })).toBe(20);
  expect(percentOf(runs, { a: run('a', 100, 'completed'), b: run('b', 30, 'failed') })).toBeNull();
  expect(percentOf([], {})).toBeNull();
});
