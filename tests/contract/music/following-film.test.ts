import { expect, it } from 'vitest';
import type { GenerationInput } from '#contract/jobs/generation.ts';
import type { Project } from '#contract/projects.ts';
import type { Backend } from '#core/backend.ts';
import { createFilmStarter } from '../../../server/services/runs/start-following-films.ts';
import { createReadyVideo, endAnalysis, sectionsSaying } from '../../helpers/data/analysed.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startMusicSites } from '../../helpers/music/music-sites.ts';
import { PUBLIC_URL } from '../../helpers/outside/video-sites.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const sites = await startMusicSites();
// Long timeouts, since the machine may be busy.
const backend = await openTestBackend({ STANDINS_URL: sites.url, PUBLIC_URL, SEARCH_TIMEOUT_MS: '30000' });
const app = await openTestApp(backend);

/**
 * Plans a film with calm music whose sections exist. `read` returns its project and the input of its
 * generation.
 */
async function planFilm() {
  const { id, cookie } = await createUser(backend);
  const videoIds = [await createReadyVideo(backend, id), await createReadyVideo(backend, id)];
  const started = await app.inject({
    method: 'POST',
    url: '/api/projects/process',
    headers: { cookie },
    payload: { videoIds, projectTitle: 'Boats', draft: { minutes: 1 }, film: { music: 'calm' } },
  });
  const { projectId, runId } = started.json<{ projectId: string; runId: string }>();
  await endAnalysis(backend, runId, sectionsSaying(videoIds[0]!, ['One boat', 'Two boats', 'Three boats']));
  const read = async () => {
    const answer = await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie } });
    const films = await backend.db
      .selectFrom('runs')
      .select('input')
      .where('projectId', '=', projectId)
      .where('kind', '=', 'generation')
      .execute();
    const inputs = films.map(({ input }) => input as unknown as GenerationInput);
    return { project: answer.json<Project>(), inputs };
  };
  return { read };
}

const wake = (by: Backend) => createFilmStarter(by).wake();

// product 17.8
it('adds the first found music of the mood to the film that follows a processing, once', async () => {
  const { read } = await planFilm();
  await wake(backend);
  await wake(backend);
  const { project, inputs } = await read();
  expect(project.music).toMatchObject({ title: 'Morning Field', credit: expect.stringContaining('CC0') });
  expect(inputs.map(({ music }) => music?.title)).toEqual(['Morning Field']);
  expect(project.notices).toEqual([]);
});

// product 17.8
itInFullTier('makes the film without music if none is available, and reports why', async () => {
  const silent = await openTestBackend({ DATABASE_URL: backend.config.databaseUrl });
  const { read } = await planFilm();
  await wake(silent);
  const { project, inputs } = await read();
  expect([project.music, inputs.map(({ music }) => music)]).toEqual([null, [undefined]]);
  expect(project.notices).toEqual([
    'The film has no music. Music search is not set up here. Upload a file instead.',
  ]);
});

itInFullTier('starts no film while its node is stopping, and leaves it to another node', async () => {
  const { read } = await planFilm();
  const stopping = createFilmStarter(backend);
  await stopping.stop();
  await stopping.wake();
  expect((await read()).inputs).toEqual([]);
  await wake(backend);
  expect((await read()).inputs).toHaveLength(1);
});
