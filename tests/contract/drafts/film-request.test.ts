import { describe, expect, it } from 'vitest';
import { createUser } from '../../helpers/data/user.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

const FILM = { draft: { words: 'lighthouse', minutes: 1 }, film: { language: 'en' } };

async function createCreator({ packs = [3] }: { packs?: number[] } = {}) {
  const { id, cookie } = await createUser(backend, { packs });
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
  const credits = async () => (await call('GET', '/api/user/credits')).json().totalCredits as number;
  return { id, call, credits };
}

describe('the request for a film', () => {
  const refusal = async (creator: Awaited<ReturnType<typeof createCreator>>, request: object) => {
    const answer = await creator.call('POST', '/api/projects/process', {
      projectTitle: 'Boats',
      ...FILM,
      ...request,
    });
    const projects = await creator.call('GET', '/api/user/videos');
    return { status: answer.statusCode, message: answer.json().message as string, projects: projects.json() };
  };

  // product 17.2
  it('is refused before a credit is taken if the videos are too short in total', async () => {
    const creator = await createCreator();
    const videoIds = await createVideos(backend, 3);
    expect(await refusal(creator, { videoIds, draft: { words: 'x', minutes: 2 } })).toEqual({
      status: 422,
      message:
        'These videos have 1:30 of usable material, which is too short for a film of 2 minutes. Choose a shorter film or add videos.',
      projects: [],
    });
    const [short] = await createVideos(backend, 1);
    await db.updateTable('videos').set({ durationMs: 2_000 }).where('id', '=', short!).execute();
    expect(await refusal(creator, { videoIds: [short], draft: { minutes: 'all' } })).toEqual({
      status: 422,
      message: 'These videos have 0:02 of usable material, and a film needs at least 0:03. Add videos.',
      projects: [],
    });
    expect(await creator.credits()).toBe(3);
  });

  // product 17.2
  it('is accepted for all material of one video that is shorter than a minute', async () => {
    const creator = await createCreator();
    const videoIds = await createVideos(backend, 1);
    const request = { projectTitle: 'Boats', videoIds, draft: { minutes: 'all' }, film: {} };
    const started = await creator.call('POST', '/api/projects/process', request);
    expect([started.body, started.statusCode]).toEqual([started.body, 200]);
    expect(await creator.credits()).toBe(2);
  });

  // product 17.2
  itInFullTier('is accepted if the length of a video is unknown', async () => {
    const { call } = await createCreator();
    const [videoId] = await createVideos(backend, 1);
    await db.updateTable('videos').set({ durationMs: 0 }).where('id', '=', videoId!).execute();
    const request = { videoIds: [videoId], projectTitle: 'Unknown', ...FILM };
    expect((await call('POST', '/api/projects/process', request)).statusCode).toBe(200);
  });

  it('is refused without a credit, and for videos of another user', async () => {
    const poor = await createCreator({ packs: [] });
    const videoIds = await createVideos(backend, 2);
    expect(await refusal(poor, { videoIds })).toMatchObject({ status: 402, projects: [] });
    const [creator, owner] = [await createCreator(), await createCreator()];
    await db.updateTable('videos').set({ ownerId: owner.id }).where('id', 'in', videoIds).execute();
    expect(await refusal(creator, { videoIds })).toMatchObject({ status: 422, projects: [] });
    expect(await creator.credits()).toBe(3);
  });

  itInFullTier('is refused with unknown options', async () => {
    const creator = await createCreator();
    const videoIds = await createVideos(backend, 2);
    for (const film of [{ language: 'xx' }, { captions: 'yes' }, { other: true }]) {
      expect((await refusal(creator, { videoIds, film })).status).toBe(400);
    }
  });
});
