import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { narrateSection } from '#contract/jobs/generation.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openPublishing } from '../../helpers/data/publishing.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const standIn = await startChannelStandIn(PUBLIC_URL);
const backend = await openTestBackend({ PUBLIC_URL, STANDINS_URL: standIn.url });
const app = await openTestApp(backend);
const user = await createUser(backend);
await connectChannel(app, standIn, user.cookie);
const { tryStep, publishFilm } = openPublishing(backend, app, user);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a film', () => {
  // product 10.9
  it('credits the models whose licences require it', async () => {
    const { projectId } = await createProject(backend, user.id);
    await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(100) });
    const { runId } = await backend.db
      .selectFrom('films')
      .select('runId')
      .where('projectId', '=', projectId)
      .executeTakeFirstOrThrow();
    for (const [place, voice] of ['piper-bn', 'espeak-ng', 'piper-bn'].entries()) {
      const key = sha256(randomBytes(32));
      await backend.artifacts.build(narrateSection, key, user.id, async () => ({
        data: { durationMs: 1000, speed: 1, sentences: [], voice },
        files: [],
      }));
      await backend.db
        .insertInto('runSteps')
        .values({
          runId,
          key: `${narrateSection.name}-${place}`,
          job: narrateSection.name,
          input: JSON.stringify({ index: place }),
          stage: narrateSection.stage,
          position: place,
          artifactKey: key,
        })
        .execute();
    }
    const { description } = (
      await app.inject({ url: `/api/projects/${projectId}/publish`, headers: { cookie: user.cookie } })
    ).json();
    expect(description).toBe(
      'Made from\n"Video 1" by Tests\n\nNarrated in Bengali by Piper, voice bn_BD-google, from data of Google (CC BY-SA 4.0)',
    );
  });

  // product 1.18
  itInFullTier('is published with its chapters and credits, once unless it is forced', async () => {
    const { projectId, publish, runId, film } = await publishFilm(1000);
    const get = async (path = '') =>
      (
        await app.inject({ url: `/api/projects/${projectId}${path}`, headers: { cookie: user.cookie } })
      ).json();
    const proposed = await get('/publish');
    expect(proposed.title).toBe('A project');
    expect(proposed.description).toBe(
      'Chapters\n0:00 Part 1\n1:10 Part 2\n2:20 Part 3\n\nMade from\n"Video 1" by Tests',
    );
    expect((await publish()).json().id).toBe(runId);
    expect((await publish({ privacy: 'public' })).statusCode).toBe(409);
    await tryStep(runId);
    expect(await get()).toMatchObject({
      status: 'completed',
      publishing: { id: runId, status: 'completed' },
      publications: [
        {
          runId,
          language: 'en',
          privacy: 'private',
          url: expect.stringContaining('/watch?v='),
          isNewest: true,
        },
      ],
    });
    const sent = (await standIn.report()).videos.at(-1)!;
    expect(sent).toMatchObject({ title: 'A project', description: proposed.description, privacy: 'private' });
    expect(sent.sha256).toBe(sha256(film));

    const again = await publish({ privacy: 'unlisted' });
    expect([again.statusCode, again.json().details.url]).toEqual([409, expect.stringContaining(sent.id)]);
    const key = 'one-intention';
    const forced = { privacy: 'unlisted', title: 'Another', description: '', force: true };
    const [first, second] = await Promise.all([publish(forced, key), publish(forced, key)]);
    expect(first.json().id).toBe(second.json().id);
    expect(first.json().id).not.toBe(runId);
    await tryStep(first.json().id);
    expect((await standIn.report()).videos.at(-1)).toMatchObject({ title: 'Another', privacy: 'unlisted' });
  });

  // product 20.16
  it('is public from the chosen time, with its tags and its declaration', async () => {
    const publishAt = new Date(Date.now() + 86_400_000).toISOString();
    const { publish, runId, projectId } = await publishFilm(100, {
      publishAt,
      tags: ['river', 'night train'],
      containsSyntheticMedia: true,
    });
    await tryStep(runId);
    expect((await standIn.report()).videos.at(-1)).toMatchObject({
      privacy: 'private',
      publishAt,
      tags: ['river', 'night train'],
      containsSyntheticMedia: true,
    });
    const { publications } = (
      await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie: user.cookie } })
    ).json<{ publications: unknown[] }>();
    expect(publications).toMatchObject([{ privacy: 'private', publishAt }]);
    const refusals = await Promise.all(
      [
        { privacy: 'public', publishAt },
        { publishAt: '2020-01-01T00:00:00.000Z' },
        { tags: ['a'.repeat(100), 'b'.repeat(100), 'c d'.repeat(33), 'e'.repeat(100), 'f'.repeat(100)] },
        { tags: ['a,b'] },
      ].map((request) => publish({ ...request, force: true })),
    );
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 422, 400, 400]);
  });

  it('is described as it was made, even after its sections changed', async () => {
    const { projectId } = await publishFilm(1000);
    const describe = async () =>
      (
        await app.inject({
          url: `/api/projects/${projectId}/publish`,
          headers: { cookie: user.cookie },
        })
      ).json().description;
    const description = await describe();
    expect(description).toContain('Made from\n"Video 1" by Tests');
    // Since the film was made, sections show another video and are longer, and one was deleted.
    const [other] = await createVideos(backend, 1);
    await backend.db.updateTable('videos').set({ title: 'Later' }).where('id', '=', other!).execute();
    const sections = backend.db.updateTable('sections').where('projectId', '=', projectId);
    await sections.set({ videoId: other!, title: 'New', endMs: 50_000 }).execute();
    await backend.db
      .deleteFrom('sections')
      .where('projectId', '=', projectId)
      .where('position', '=', 0)
      .execute();
    expect(await describe()).toBe(description);
  });

  it('has a title that YouTube accepts, whatever the creator writes', async () => {
    const { runId } = await publishFilm(100, { title: '<b>Sea</b>', description: 'ক'.repeat(2000) });
    await tryStep(runId);
    const sent = (await standIn.report()).videos.at(-1)!;
    expect([sent.title, sent.description]).toEqual(['‹b›Sea‹/b›', 'ক'.repeat(1666)]);
  });

  it('requires a film in its language and a channel', async () => {
    const { publish } = await publishFilm(100);
    expect((await publish({ language: 'hi' })).statusCode).toBe(404);
    const poor = await createUser(backend);
    const { projectId } = await createProject(backend, poor.id);
    await addFilm(backend, { userId: poor.id, projectId, bytes: randomBytes(100) });
    const refused = await app.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/publish`,
      headers: { cookie: poor.cookie },
      payload: {},
    });
    expect(refused.statusCode).toBe(403);
  });
});
