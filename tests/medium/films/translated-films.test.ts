import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { installTranslations } from '../../helpers/models/install-translations.ts';
import { client } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

const modelsDir = await installTranslations(['enhi', 'enbn']);
const stack = await startStack();
await stack.startWorker({ MODELS_DIR: modelsDir });
afterAll(() => rm(modelsDir, { recursive: true }));

// product 12.8, 12.14
it('are made in Hindi and Bengali with models of this machine; texts without a model are read as written', async () => {
  const user = await createUser(stack);
  const call = client(stack, user.cookie);
  const { projectId, sections } = await createProject(stack, user.id, { sections: 1 });
  await call('DELETE', `/api/sections/${sections[0]!.id}`);
  const texts = ['The river is wide. The old bridge stands here since 1987.', 'यह केवल हिन्दी में है।'];
  for (const [index, transcription] of texts.entries()) {
    const language = index === 0 ? 'en' : 'hi';
    const card = { title: ['The old bridge', 'हिन्दी'][index]!, transcription };
    await call<Section>('POST', `/api/projects/${projectId}/sections?language=${language}`, card);
  }
  const events = await openEvents(stack, user.cookie);
  const expected = {
    hi: ['वह नदी है चौड़ी। वह पुराना पुल खड़ा यहाँ since 1987।', texts[1]!],
    // There is no translator from Hindi here.
    bn: ['সেই নদী হয় চওড়া। সেই পুরানো সেতু দাঁড়িয়ে এখানে since 1987।', texts[1]!],
  };
  for (const language of ['hi', 'bn'] as const) {
    const plan = await call('GET', `/api/projects/${projectId}/generation-plan?language=${language}`);
    expect(plan).toMatchObject(
      language === 'hi' ? { untranslated: 1, readAsWritten: 0 } : { untranslated: 2, readAsWritten: 1 },
    );
    const ended = Promise.race([
      events.until('run.completed', ({ run }) => run.language === language),
      events.until('run.failed', ({ run }) => run.language === language),
    ]);
    const request = { language, quality: '720p', burnSubtitles: true };
    await call('POST', `/api/projects/${projectId}/generate`, request);
    expect((await ended).run).toMatchObject({ status: 'completed', message: 'Your film is ready.' });
    const project = await call<Project>('GET', `/api/projects/${projectId}?language=${language}`);
    expect(project.sections.map(({ transcription }) => transcription)).toEqual(expected[language]);
    const [card] = project.sections;
    expect(card!.title).toBe({ hi: 'वह पुराना पुल', bn: 'সেই পুরানো সেতু' }[language]);
    expect(card).toMatchObject({ textSource: 'translated', textLanguage: language });
    const film = project.films.find((candidate) => candidate.language === language)!;
    const subtitles = await (await fetch(stack.url + film.subtitles!.vtt)).text();
    expect(subtitles.replaceAll('\n', ' ')).toContain(expected[language][0]!.split('। ')[0]);
  }
});
