import { expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Version, VersionChanges } from '#contract/versions.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { client } from '../../helpers/processes/installation.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';

const stack = await startStack();
await stack.startWorker();

// product 23.11
it('restores a version without rendering again while its parts exist, and its film has the same sections', async () => {
  const user = await createUser(stack);
  const call = client(stack, user.cookie);
  const { projectId, sections } = await createProject(stack, user.id, { sections: 1 });
  const path = `/api/projects/${projectId}`;
  await call('DELETE', `/api/sections/${sections[0]!.id}`);
  for (const title of ['First card', 'Second card', 'Third card', 'Fourth card']) {
    await call('POST', `${path}/sections`, { title });
  }
  const events = await openEvents(stack, user.cookie);
  const read = () => call<Project>('GET', path);
  const plan = () => call('GET', `${path}/generation-plan?quality=720p`);
  async function generate(): Promise<Project> {
    const { runId } = await call<{ runId: string }>('POST', `${path}/generate`, { quality: '720p' });
    const ended = Promise.race([
      events.until('run.completed', ({ run }) => run.id === runId),
      events.until('run.failed', ({ run }) => run.id === runId),
    ]);
    expect((await ended).run.message).toBe('Your film is ready.');
    return read();
  }
  const chaptersOf = ({ films }: Project) => films[0]!.chapters;

  const first = await generate();
  const [one, two, three, four] = first.sections.map(({ id }) => id);
  await call('PATCH', `/api/sections/${one}/update`, { title: 'Another title' });
  await call('DELETE', `/api/sections/${two}`);
  // The first card stays the first, since one that opens the film is drawn differently.
  await call('PATCH', `${path}/sections/reorder`, { sectionIds: [one, four, three] });
  expect(await plan()).toMatchObject({ sections: 3, toRender: 1 });
  const second = await generate();
  expect(chaptersOf(second).map(({ title }) => title)).toEqual([
    'Another title',
    'Fourth card',
    'Third card',
  ]);

  const versions = await call<Version[]>('GET', `${path}/versions`);
  const version = `${path}/versions/${versions[1]!.id}`;
  const { sectionIds } = await call<VersionChanges>('GET', `${version}/changes`);
  await call('POST', `${version}/restore`, { sectionIds });
  expect(await plan()).toMatchObject({ sections: 4, toRender: 0 });
  expect(chaptersOf(await generate())).toEqual(chaptersOf(first));
  await call('POST', `${path}/undo`);
  expect(await plan()).toMatchObject({ sections: 3, toRender: 0 });
});
