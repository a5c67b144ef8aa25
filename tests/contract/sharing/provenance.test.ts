import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { shareSchema } from '#contract/sharing.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const FIT = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };

/**
 * Shares a film of three sections of 10 s: of another creator's video, the same with a narration, and a title
 * card.
 */
async function share(terms: object = {}, film: { signer?: string } = {}) {
  const user = await createUser(backend);
  const { projectId, sections } = await createProject(backend, user.id);
  const [video] = await upsertVideos(backend.db, 'archive', [
    {
      sourceId: `river-${projectId}`,
      title: 'A <river>',
      description: null,
      thumbnail: null,
      url: null,
      durationMs: 60_000,
      views: 'Unknown',
      channel: 'River Films',
      license: 'CC BY 4.0',
    },
  ]);
  const ids = sections.map(({ id }) => id);
  const set = (index: number, values: object) =>
    backend.db.updateTable('sections').set(values).where('id', '=', ids[index]!).execute();
  await set(0, { videoId: video!.id });
  await set(1, { videoId: video!.id });
  await set(2, { videoId: null });
  const parts = ids.map((sectionId, index) => ({
    sectionId,
    title: `Section ${index + 1}`,
    startMs: index * 10_000,
    effectiveMs: 10_000,
    fit: FIT,
  }));
  const credits = { ...parts[0]!, sectionId: projectId, title: '', startMs: 30_000, credits: true as const };
  const runId = await addFilm(backend, {
    userId: user.id,
    projectId,
    bytes: randomBytes(100),
    sections: [...parts, credits],
    narrated: [ids[1]!],
    ...film,
  });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/share`,
    headers: { cookie: user.cookie },
    payload: terms,
  });
  return { ...shareSchema.parse(answer.json()), runId };
}

// product 20.15
it('lists source, range, licence and voice of every moment, on the watch page and as JSON', async () => {
  const { watchUrl } = await share();
  const { body } = await app.inject(watchUrl);
  const address = /href="([^"]+provenance\.json[^"]*)"/.exec(body)![1]!.replaceAll('&amp;', '&');
  const answer = await app.inject(address);
  expect(answer.headers['content-type']).toContain('application/json');
  const { created, ...manifest } = answer.json<{ created: string }>();
  expect(Date.parse(created)).toBeLessThanOrEqual(Date.now());
  const moment = { kind: 'video', source: 0, voice: 'original' };
  expect(manifest).toEqual({
    version: 1,
    title: 'A project',
    language: 'en',
    duration: 30,
    sources: [
      { title: 'A <river>', author: 'River Films', license: 'CC BY 4.0', url: expect.any(String) as string },
    ],
    moments: [
      { ...moment, title: 'Section 1', start: 0, end: 10, sourceStart: 0, sourceEnd: 10 },
      {
        ...moment,
        title: 'Section 2',
        start: 10,
        end: 20,
        sourceStart: 10,
        sourceEnd: 20,
        voice: 'synthetic',
      },
      {
        title: 'Section 3',
        start: 20,
        end: 30,
        kind: 'card',
        source: null,
        sourceStart: null,
        sourceEnd: null,
        voice: 'none',
      },
    ],
    credits: [],
  });
  expect(body).toContain('A &lt;river&gt; · River Films · 0:10–0:20 · CC BY 4.0 · Synthetic voice');
  expect(body).not.toContain('<river>');
  expect(body).not.toContain('content credentials');
});

// product 20.19
it('names who signed the content credentials inside the file, on the watch page and in the JSON file', async () => {
  const { watchUrl } = await share({}, { signer: 'Studio & <Co>' });
  const { body } = await app.inject(watchUrl);
  expect(body).toContain('The video file has content credentials (C2PA)');
  expect(body).toContain('signed by Studio &amp; &lt;Co&gt;.');
  const { credentials } = (await app.inject(`${watchUrl}/provenance.json`)).json<{ credentials: object }>();
  expect(credentials).toEqual({ signer: 'Studio & <Co>' });
});

it('requires the password of the link', async () => {
  const { watchUrl } = await share({ password: 'river stone' });
  const answer = await app.inject(`${watchUrl}/provenance.json`);
  expect(answer.statusCode).toBe(303);
});

it("does not name the creator's own videos", async () => {
  const user = await createUser(backend);
  const { projectId, sections } = await createProject(backend, user.id);
  await backend.db
    .updateTable('videos')
    .set({ source: 'upload', title: 'Secret name' })
    .where('id', '=', sections[0]!.videoId!)
    .execute();
  const part = { sectionId: sections[0]!.id, title: 'Opening', startMs: 0, effectiveMs: 10_000, fit: FIT };
  await addFilm(backend, { userId: user.id, projectId, bytes: randomBytes(100), sections: [part] });
  const shared = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/share`,
    headers: { cookie: user.cookie },
    payload: {},
  });
  const { watchUrl } = shareSchema.parse(shared.json());
  const { body } = await app.inject(watchUrl);
  expect(body).toContain('The creator&#39;s own video · 0:00–0:10 · Original audio');
  expect(body).not.toContain('Secret name');
  expect((await app.inject(`${watchUrl}/provenance.json`)).json()).toMatchObject({ sources: [] });
});
