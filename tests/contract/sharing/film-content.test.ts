import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { shareSchema } from '#contract/sharing.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);

let user: Awaited<ReturnType<typeof createUser>>;
let project: Awaited<ReturnType<typeof createProject>>;
beforeEach(async () => {
  user = await createUser(backend);
  project = await createProject(backend, user.id);
});

/** Adds a video to the project, as if it had been selected with its first one. */
async function addVideo(title: string, position: number, source = 'archive'): Promise<string> {
  const { projectId } = project;
  const common = { description: null, thumbnail: null, url: null, durationMs: 60_000, license: null };
  const names = { sourceId: `${title}-${projectId}`, title, views: 'Unknown', channel: 'Tests' };
  const [video] = await upsertVideos(db, source, [{ ...common, ...names }]);
  await db.insertInto('projectVideos').values({ projectId, videoId: video!.id, position }).execute();
  return video!.id;
}

const describeProject = (description: string) =>
  db.updateTable('projects').set({ description }).where('id', '=', project.projectId).execute();

/** Makes a film of the project's sections. Returns the description on its watch page and for YouTube. */
async function shownContent(): Promise<{ watched: string | undefined; published: string }> {
  const { projectId } = project;
  const headers = { cookie: user.cookie };
  await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(100) });
  const shared = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/share`,
    headers,
    payload: {},
  });
  const { body } = await app.inject(shareSchema.parse(shared.json()).watchUrl);
  const watched = /<p class="description"[^>]*>([^<]*)</.exec(body)?.[1];
  const published = await app.inject({ url: `/api/projects/${projectId}/publish`, headers });
  return { watched, published: published.json<{ description: string }>().description };
}

describe('the description of a film', () => {
  // product 20.18
  it('names only the videos of the project that are in the film', async () => {
    await addVideo('A river', 1);
    const sea = await addVideo('The sea', 2);
    await describeProject('From Video 1, A river and 1 more');
    expect((await shownContent()).watched).toBe('From Video 1');
    const [first] = project.sections;
    await db.updateTable('sections').set({ videoId: sea }).where('id', '=', first!.id).execute();
    const both = await shownContent();
    expect(both.watched).toBe('From Video 1 and The sea');
    expect(both.published).toMatch(/^From Video 1 and The sea\n/);
  });

  // product 20.15, 20.18
  it("does not name the creator's own videos", async () => {
    const ids = project.sections.map(({ id }) => id);
    const own = await addVideo('IMG_0001', 1, 'upload');
    await describeProject('From Video 1 and IMG_0001');
    await db.updateTable('sections').set({ videoId: own }).where('id', '=', ids[0]!).execute();
    expect((await shownContent()).watched).toBe('From Video 1');
    await db.updateTable('sections').set({ videoId: own }).where('id', 'in', ids).execute();
    expect((await shownContent()).watched).toBeUndefined();
  });

  // product 20.18
  it("is the creator's own text if the creator wrote one", async () => {
    await addVideo('A river', 1);
    await describeProject('From Video 1 and A river, with love');
    expect((await shownContent()).watched).toBe('From Video 1 and A river, with love');
  });
});
