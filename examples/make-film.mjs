// Makes a film of the first videos that a search finds, with an API key that may read and generate:
//   CUTROOM_API_KEY='ck_...' node examples/make-film.mjs 'night train' film.mp4
import { createClient } from '../client-sdk/index.mjs';

const { CUTROOM_URL: baseUrl, CUTROOM_API_KEY: apiKey } = process.env;
const [words = 'river', path = 'film.mp4'] = process.argv.slice(2);
const cutroom = createClient({ baseUrl, apiKey });

/** Waits for the end of a run and prints its progress. */
const finish = (runId) =>
  cutroom.waitForRun(runId, {
    onProgress: ({ percentage, stage }) => console.log(`${Math.round(percentage)}% ${stage}`),
  });

const videos = await cutroom.get('/api/videos/search', { params: { query: { query: words } } });
if (videos.length === 0) throw new Error(`No video was found for "${words}".`);
const { projectId, runId } = await cutroom.post('/api/projects/process', {
  body: { videoIds: videos.slice(0, 2).map(({ id }) => id), projectTitle: words },
});
await finish(runId);
const film = await cutroom.post('/api/projects/{id}/generate', {
  params: { path: { id: projectId } },
  body: {},
});
await finish(film.runId);
await cutroom.downloadFilm(projectId, path, { overwrite: true });
console.log(`${path} is ready.`);
