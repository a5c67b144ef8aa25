import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { startLibreTranslate } from '../../helpers/engine-servers/libretranslate-server.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { client } from '../../helpers/processes/installation.ts';

const KEY = 'a-key-of-the-translator';
const translator = await startLibreTranslate({ apiKey: KEY });
const [plain, translating] = await Promise.all([startStack(), startStack()]);

beforeAll(async () => {
  await plain.startWorker();
  await translating.startWorker({ LIBRETRANSLATE_URL: translator.url, LIBRETRANSLATE_API_KEY: KEY });
  return () => translator.close();
});

type Stack = typeof plain;

/** Creates a project of title cards only, each with a text, which is quick to render. */
async function createCards(stack: Stack, texts: string[]) {
  const user = await createUser(stack);
  const call = client(stack, user.cookie);
  const { projectId, sections } = await createProject(stack, user.id, { sections: 1 });
  await call('DELETE', `/api/sections/${sections[0]!.id}`);
  const cards: Section[] = [];
  for (const [index, transcription] of texts.entries()) {
    const card = { title: `Card ${index + 1}`, transcription };
    cards.push(await call<Section>('POST', `/api/projects/${projectId}/sections`, card));
  }
  const events = await openEvents(stack, user.cookie);
  const read = (language: Language) =>
    call<Project>('GET', `/api/projects/${projectId}?language=${language}`);
  return {
    call,
    projectId,
    cards,
    read,
    /** Generates a film and waits until it ends. */
    async generate(language: Language, more: object = {}): Promise<Run> {
      const isFilm = ({ run }: { run: Run }) => run.projectId === projectId && run.kind === 'generation';
      const ended = Promise.race([events.until('run.completed', isFilm), events.until('run.failed', isFilm)]);
      await call('POST', `/api/projects/${projectId}/generate`, { language, quality: '720p', ...more });
      return (await ended).run;
    },
    plan: (query: string) =>
      call<{ toRender: number; untranslated: number; readAsWritten: number }>(
        'GET',
        `/api/projects/${projectId}/generation-plan?quality=720p&${query}`,
      ),
    write: (id: string, language: Language, transcription: string) =>
      call('PATCH', `/api/sections/${id}/update?language=${language}`, { transcription }),
  };
}

const sum = (project: Project) =>
  project.sections.reduce((total, section) => total + section.effectiveDuration, 0);

describe('without a translator', () => {
  it('reads texts as written, and reports it beforehand', async () => {
    const { plan, generate, read } = await createCards(plain, ['Good morning.', '']);
    expect(await plan('language=hi')).toMatchObject({ toRender: 2, untranslated: 1, readAsWritten: 1 });
    const before = await read('hi');
    expect(before.sections[0]).toMatchObject({
      narrated: true,
      textSource: 'untranslated',
      effectiveEstimated: true,
    });
    expect(await generate('hi')).toMatchObject({ status: 'completed' });
    const after = await read('hi');
    expect(after.sections[0]).toMatchObject({ transcription: 'Good morning.', textSource: 'untranslated' });
  });

  // product 4.56
  it('keeps one film for each language, with its own text, length and shape', async () => {
    const { call, projectId, cards, generate, read, write } = await createCards(plain, [
      'This is the first card, and it has quite a lot to say about nothing in particular.',
      '',
    ]);
    await write(cards[0]!.id, 'bn', 'নদীটি বয়ে যায়।');
    expect((await generate('en')).status).toBe('completed');
    expect((await generate('bn')).status).toBe('completed');
    for (const language of ['en', 'bn'] as const) {
      const project = await read(language);
      const film = project.films.find((candidate) => candidate.language === language)!;
      expect(project.sections.map((section) => section.effectiveEstimated)).toEqual([false, false]);
      expect(sum(project)).toBeCloseTo(film.duration, 2);
      expect(film).toMatchObject({ quality: '720p', aspect: '16:9', burnedSubtitles: false, edited: false });
      const subtitles = await (await fetch(plain.url + film.subtitles!.vtt)).text();
      expect(subtitles).toContain(language === 'bn' ? 'নদীটি বয়ে যায়।' : 'This is the first card');
    }
    const [english, bengali] = [await read('en'), await read('bn')];
    expect(english.sections[0]!.effectiveDuration).toBeGreaterThan(bengali.sections[0]!.effectiveDuration);
    expect(english.sections[1]!.effectiveDuration).toBe(3);
    const link = (language: string) =>
      call<{ finalVideoLink: string }>('GET', `/api/projects/${projectId}/video-link?language=${language}`);
    expect((await link('bn')).finalVideoLink).not.toBe((await link('en')).finalVideoLink);
    const view = { language: 'bn', isview: true };
    expect(await call('POST', `/api/projects/${projectId}/generate`, view)).toMatchObject({
      finalVideoLink: expect.stringContaining('/media/'),
      runId: null,
    });
  });

  // product 4.42
  it('renders again only sections with another text, shape or drawing', async () => {
    const { cards, generate, plan, read, write } = await createCards(plain, ['One.', 'Two.', 'Three.']);
    expect((await generate('en')).status).toBe('completed');
    expect(await plan('language=en')).toMatchObject({ toRender: 0 });
    expect(await plan('language=en&burnSubtitles=true')).toMatchObject({ toRender: 3 });
    expect(await plan('language=en&aspect=9:16')).toMatchObject({ toRender: 3 });
    expect(await plan('language=en&gender=female')).toMatchObject({ toRender: 3 });
    await write(cards[1]!.id, 'en', 'Two, but longer.');
    expect(await plan('language=en')).toMatchObject({ toRender: 1 });
    expect((await read('en')).films[0]!.edited).toBe(true);
    const run = await generate('en', { aspect: '9:16', burnSubtitles: true });
    expect(run.status).toBe('completed');
    const { films } = await read('en');
    expect(films).toHaveLength(1);
    expect(films[0]).toMatchObject({
      aspect: '9:16',
      burnedSubtitles: true,
      gender: 'male',
      width: 720,
      height: 1280,
      edited: false,
    });
  });
});

describe('with a translator', () => {
  it('translates missing texts and stores the translations for the creator to correct', async () => {
    const { cards, generate, plan, read, write } = await createCards(translating, [
      'Good morning.',
      'Good night.',
    ]);
    await write(cards[1]!.id, 'hi', 'शुभ रात्रि।');
    expect(await plan('language=hi')).toMatchObject({ untranslated: 1, readAsWritten: 0 });
    expect((await generate('hi')).status).toBe('completed');
    const { sections, films } = await read('hi');
    expect(sections[0]).toMatchObject({ transcription: '«hi» Good morning.', textSource: 'translated' });
    expect(sections[1]).toMatchObject({ transcription: 'शुभ रात्रि।', textSource: 'written' });
    expect(sum(await read('hi'))).toBeCloseTo(films[0]!.duration, 2);
    expect(await plan('language=hi')).toMatchObject({ untranslated: 0, toRender: 0 });

    // A changed original text needs another translation; a text corrected by hand is preserved.
    await write(cards[0]!.id, 'en', 'Good evening.');
    expect((await read('hi')).sections[0]).toMatchObject({
      transcription: 'Good evening.',
      textSource: 'untranslated',
    });
    expect((await generate('hi')).status).toBe('completed');
    expect((await read('hi')).sections[0]).toMatchObject({ transcription: '«hi» Good evening.' });
    await write(cards[0]!.id, 'hi', 'शुभ संध्या।');
    expect(await plan('language=hi')).toMatchObject({ untranslated: 0, toRender: 1 });
  });

  it('fails with a message if the translator refuses, and loses nothing', async () => {
    const { cards, generate, read } = await createCards(translating, [
      'A text of its own, never seen before.',
    ]);
    translator.failAlways({ status: 403, body: { error: `Invalid API key: ${KEY}` } });
    const run = await generate('bn');
    translator.reset();
    expect(run.status).toBe('failed');
    expect(run.message).toMatch(/translat/i);
    expect(run.message).not.toContain(KEY);
    expect((await read('bn')).sections[0]).toMatchObject({ id: cards[0]!.id, textSource: 'untranslated' });
    expect((await generate('bn')).status).toBe('completed');
  });
});
