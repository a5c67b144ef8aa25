import { expect, it } from 'vitest';
import type { FilmCheck } from '#contract/film-check.ts';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import { decodeWav } from '../../../worker/audio/decode-wav.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { client } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

const stack = await startStack();
await stack.startWorker();

// product 13.9
it('records the narration that the film uses, in the chosen voice', async () => {
  const user = await createUser(stack);
  const call = client(stack, user.cookie);
  const events = await openEvents(stack, user.cookie);
  const ended = (kind: string) =>
    Promise.race([
      events.until('run.completed', ({ run }) => run.kind === kind),
      events.until('run.failed', ({ run }) => run.kind === kind),
    ]);
  const { projectId } = await createProject(stack, user.id, { sections: 1 });
  const voices = await call<VoiceChoice[]>('GET', '/api/voices');
  const women = voices.filter(({ gender, languages }) => gender === 'female' && languages.includes('en'));
  const { id } = await call<Section>('POST', `/api/projects/${projectId}/sections`, {
    title: 'A card',
    transcription: 'On March 5, 2024 we saw 12 birds. It was a fine day.',
  });
  await call('PATCH', `/api/sections/${id}/update`, { speaker: women.at(-1)!.id });

  const recorded = ended('listening');
  const started = await call<{ runId: string }>('POST', `/api/sections/${id}/narration`, {});
  expect((await recorded).run).toMatchObject({ id: started.runId, status: 'completed', errorCode: null });
  const { url } = await call<{ url: string }>('POST', `/api/sections/${id}/narration`, {});
  const bytes = Buffer.from(await (await fetch(stack.url + url)).arrayBuffer());
  const { sampleRate, data } = decodeWav(bytes);
  const seconds = data.length / 2 / sampleRate;
  expect(seconds).toBeGreaterThan(2);

  // The page displays this recording's length, and the film does not record anything again.
  const project = await call<Project>('GET', `/api/projects/${projectId}`);
  expect(project.sections.find((section) => section.id === id)).toMatchObject({ effectiveEstimated: false });
  const measured = await call<VoiceChoice[]>('GET', '/api/voices');
  expect(measured.find((voice) => voice.id === women.at(-1)!.id)!.pace.en).toBeGreaterThan(5);
  const generated = ended('generation');
  const checked = ended('checking');
  await call('POST', `/api/projects/${projectId}/generate`, {
    quality: '720p',
    videos: [{ clipid: id }],
  });
  expect((await generated).run).toMatchObject({ status: 'completed', steps: { reused: 1 } });

  // The worker transcribes it again by itself, and reports nothing.
  expect((await checked).run).toMatchObject({ status: 'completed' });
  const { result } = await call<FilmCheck>('GET', `/api/projects/${projectId}/film-check`);
  expect(result).toEqual({ findings: [], more: 0, narrations: 'heard' });
});
