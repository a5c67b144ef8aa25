import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { makePlayable } from '../browser/edit-scene.ts';
import { addFilm, addVersion } from '../data/film.ts';
import { ffmpeg } from '../media/lavfi.ts';
import type { Scene } from '../browser/page-scene.ts';
import { createUser } from '../data/user.ts';
import { createProject } from '../data/project.ts';
import { account } from './states/account.ts';
import { channel } from './states/channel.ts';
import { complete } from './states/complete.ts';
import { editing } from './states/editing.ts';
import { footage } from './states/footage.ts';
import { library } from './states/library.ts';
import { models } from './states/models.ts';
import { processing } from './states/processing.ts';
import type { Screen } from './screen.ts';
import { searching } from './states/searching.ts';
import { selecting } from './states/selecting.ts';
import { standing } from './states/standing.ts';
import { versions } from './states/versions.ts';

/**
 * Creates a user with a shared film of four sections, and opens every route of the page in each of its
 * states.
 */
export async function openScreens(scene: Scene): Promise<{
  user: Awaited<ReturnType<typeof createUser>>;
  screens: Screen[];
}> {
  const { backend } = scene;
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-screens-'));
  afterAll(() => rm(dir, { recursive: true, force: true }));
  const film = join(dir, 'film.mp4');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=8', '-pix_fmt', 'yuv420p'];
  const [scanKey] = await Promise.all([
    makePlayable(backend),
    ffmpeg(...input, '-movflags', '+faststart', film),
  ]);
  const user = await createUser(backend, { packs: [10, 50] });
  const { projectId, sections } = await createProject(backend, user.id, { sections: 4 });
  await backend.db.updateTable('sections').set({ scanKey }).where('projectId', '=', projectId).execute();
  const runId = await addFilm(backend, {
    userId: user.id,
    projectId,
    bytes: await readFile(film),
    durationMs: 8000,
    vtt: 'WEBVTT\n\n00:00.000 --> 00:08.000\nThe river begins here.\n',
    sections: sections.map(({ id }, index) => ({
      sectionId: id,
      title: `Section ${index + 1}`,
      startMs: index * 2000,
      effectiveMs: 2000,
      fit: { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 },
    })),
  });
  await addVersion(backend, { userId: user.id, projectId, runId }, 8000);
  const shared = await fetch(`${scene.url}/api/projects/${projectId}/share`, {
    method: 'POST',
    headers: { cookie: user.cookie, origin: scene.url },
  });
  if (!shared.ok) throw new Error(`The film could not be shared: ${shared.status}`);
  return {
    user,
    screens: [
      ...standing(),
      ...searching(),
      ...selecting(),
      ...footage(),
      ...processing(projectId),
      ...editing(projectId),
      ...versions(projectId),
      ...complete(projectId),
      ...channel(projectId),
      ...library(),
      ...account(),
      ...models(),
    ],
  };
}
