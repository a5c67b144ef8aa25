// Makes a film of the first videos that a search finds, with an API key that may read and generate:
//   CUTROOM_KEY='ck_...' node examples/make-film.mjs 'night train' film.mp4
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

const { CUTROOM_URL = 'http://localhost:3000', CUTROOM_KEY } = process.env;
const [words = 'river', path = 'film.mp4'] = process.argv.slice(2);

async function call(method, target, body) {
  const headers = { authorization: `Bearer ${CUTROOM_KEY}`, 'content-type': 'application/json' };
  const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new URL(target, CUTROOM_URL), options);
  if (!response.ok) throw new Error(`${method} ${target}: ${(await response.json()).message}`);
  return response;
}

/** Waits for the end of a run and prints its progress. */
async function finish(id) {
  for (;;) {
    const run = await (await call('GET', `/api/runs/${id}`)).json();
    console.log(`${Math.round(run.percentage)}% ${run.stage}`);
    if (run.status === 'completed') return;
    if (run.finishedAt !== null) throw new Error(run.message);
    await wait(1000);
  }
}

const found = await (await call('GET', `/api/videos/search?query=${encodeURIComponent(words)}`)).json();
if (found.length === 0) throw new Error(`No video was found for "${words}".`);
const videoIds = found.slice(0, 2).map(({ id }) => id);
const { projectId, runId } = await (
  await call('POST', '/api/projects/process', { videoIds, projectTitle: words })
).json();
await finish(runId);
await finish((await (await call('POST', `/api/projects/${projectId}/generate`, {})).json()).runId);
const film = await call('GET', `/api/projects/${projectId}/download`);
await pipeline(Readable.fromWeb(film.body), createWriteStream(path));
console.log(`${path} is ready.`);
