import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FootageList } from '#contract/footage.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { collect } from '#core/retention/collect.ts';
import { ffmpeg, makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { addFootage, uploadVideo } from '../../helpers/data/upload.ts';
import { createUser } from '../../helpers/data/user.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const MOST = 300_000;
const backend = await openTestBackend({
  FOOTAGE_MAX_BYTES: String(MOST),
  STORED_BYTES_PER_USER: String(2 * MOST),
});
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const folder = tempFolder();
const { db, config } = backend;
let clip: Buffer;

type Person = Awaited<ReturnType<typeof createUser>>;

beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
});

/** Sends a file as the page does. */
const send = (
  person: Person,
  bytes: Buffer,
  { name, ...rest }: { name?: string; uploadId?: string; came?: number } = {},
) => addFootage(app, person, bytes, { ...rest, ...(name !== undefined && { fileName: name }) });

const get = (url: string, { cookie }: Person) => app.inject({ url, headers: { cookie } });
const list = async (person: Person) => (await get('/api/footage', person)).json<FootageList>();
const find = async (person: Person, query: string) =>
  (await get(`/api/videos/search?${new URLSearchParams({ query, source: 'footage' })}`, person)).json();
const remove = ({ cookie }: Person, id: string) =>
  app.inject({ method: 'DELETE', url: `/api/footage/${id}`, headers: { cookie } });
const processVideo = ({ cookie }: Person, id: string) =>
  app.inject({
    method: 'POST',
    url: '/api/projects/process',
    headers: { cookie },
    payload: { videoIds: [id], projectTitle: 'Own' },
  });
const artifactOf = async (id: string) => {
  const { fetchKey } = await db
    .selectFrom('videos')
    .select('fetchKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return backend.artifacts.find(fetchMedia, fetchKey!);
};

describe('a video file', () => {
  itInFullTier('is found by a query in another Unicode normal form', async () => {
    const user = await createUser(backend, { packs: [5] });
    await send(user, clip, { name: 'Café Übung.mp4'.normalize('NFD') });
    for (const word of ['Café', 'übung']) expect((await find(user, word)).length).toBe(1);
    expect((await find(user, 'Ubung')).length).toBe(0);
  });

  // product 16.5
  it('becomes footage of its user, which is listed, searchable, shown, and processed like any video', async () => {
    const user = await createUser(backend, { packs: [5] });
    const answer = await send(user, clip, { name: 'Harbour at night.mp4' });
    expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
    const { video, known } = answer.json();
    expect(known).toBe(false);
    expect(video).toMatchObject({
      title: 'Harbour at night',
      source: 'upload',
      duration: 1,
      userId: user.id,
    });
    expect(await list(user)).toEqual({
      items: [{ video, bytes: clip.length, projects: 0 }],
      usedBytes: clip.length,
      mostBytes: 2 * MOST,
    });
    expect(await find(user, 'harbour')).toEqual([video]);
    expect(await find(user, 'mountain')).toEqual([]);
    const picture = await get(video.thumbnail, user);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);

    const stranger = await createUser(backend);
    expect((await list(stranger)).items).toEqual([]);
    expect(await find(stranger, 'harbour')).toEqual([]);
    expect((await get(video.thumbnail, stranger)).statusCode).toBe(404);
    expect((await remove(stranger, video.id)).statusCode).toBe(404);

    expect((await processVideo(user, video.id)).statusCode).toBe(200);
    expect((await list(user)).items[0]!.projects).toBe(1);
    expect((await get('/api/user/credits', user)).json().totalCredits).toBe(4);
  });

  // product 16.4
  itInFullTier('exists once, whatever its name and however often it is sent', async () => {
    const user = await createUser(backend);
    const first = (await send(user, clip)).json();
    const second = (await send(user, clip, { name: 'Copy of waves.mov' })).json();
    expect(second).toEqual({ video: first.video, known: true });
    const uploadId = randomUUID();
    const other = await createUser(backend);
    await uploadVideo(app, other, clip, { uploadId });
    const add = () =>
      app.inject({
        method: 'POST',
        url: `/api/footage/uploads/${uploadId}`,
        headers: { cookie: other.cookie },
      });
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(new Set(both.map((answer) => answer.json().video.id)).size).toBe(1);
    const differently = await Promise.all([send(other, clip), send(other, clip)]);
    expect(differently.map((answer) => answer.json().known)).toEqual([true, true]);
    for (const person of [user, other]) {
      const { items, usedBytes } = await list(person);
      expect([items.length, usedBytes]).toEqual([1, clip.length]);
    }
  });

  // product 16.3
  itInFullTier('resumes where it stopped when it is sent again', async () => {
    const user = await createUser(backend);
    const uploadId = randomUUID();
    await breakOff(user, uploadId, 5000);
    const answer = await send(user, clip, { uploadId, came: 5000 });
    expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
    const artifact = await artifactOf(answer.json().video.id);
    expect(await readFile(await artifact!.path(artifact!.files[0]!.name))).toEqual(clip);
    // Only the response was lost: nothing is left to send.
    const lost = await app.inject({
      method: 'POST',
      url: '/api/videos/upload',
      headers: { cookie: user.cookie },
      payload: { purpose: 'footage', uploadId, fileName: 'Waves.mp4', size: clip.length },
    });
    expect(lost.json()).toMatchObject({ offset: clip.length });
    const second = await app.inject({
      method: 'POST',
      url: `/api/footage/uploads/${uploadId}`,
      headers: { cookie: user.cookie },
    });
    expect(second.json()).toEqual({ video: answer.json().video, known: true });
  });

  // product 16.2
  itInFullTier('is refused with a message if it is not a usable video, and leaves nothing', async () => {
    const user = await createUser(backend);
    const makeClip = async (name: string, ...args: string[]) => {
      await ffmpeg(...args, folder(name));
      return readFile(folder(name));
    };
    const sound = await makeClip('tone.m4a', '-f', 'lavfi', '-i', 'sine=d=1');
    const picture = await makeClip('sun.png', '-f', 'lavfi', '-i', 'testsrc2=s=64x36', '-frames:v', '1');
    const cases: [Buffer, number, string][] = [
      [
        sound,
        422,
        'This file is not a usable video. It has no video, only audio. Please choose an MP4, WebM or MOV video.',
      ],
      [picture, 422, 'This is an image. Choose a video.'],
      [
        clip.subarray(0, clip.length / 2),
        422,
        'This file is not a usable video. It is incomplete: its end is missing.',
      ],
      [Buffer.alloc(0), 400, 'size'],
      [Buffer.alloc(MOST + 1), 413, 'Videos in your footage can be up to 293 kB.'],
    ];
    for (const [bytes, status, sentence] of cases) {
      const answer = await send(user, bytes);
      expect([answer.json().message, answer.statusCode]).toEqual([expect.stringContaining(sentence), status]);
    }
    expect((await send(user, clip, { name: ' ' })).statusCode).toBe(400);
    expect((await send(user, clip, { uploadId: '../..' })).statusCode).toBe(400);
    expect(await list(user)).toMatchObject({ items: [], usedBytes: 0 });
  });

  // product 16.8
  itInFullTier('is refused with a message if the account has no room for it', async () => {
    const user = await createUser(backend);
    // An MP4 file may end with a box that players skip, so each of these is a different file.
    const box = Buffer.alloc(MOST - clip.length);
    box.writeUInt32BE(box.length);
    box.write('free', 4);
    for (const end of [1, 2]) {
      box[box.length - 1] = end;
      const answer = await send(user, Buffer.concat([clip, box]));
      expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
    }
    const refused = await send(user, clip);
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      expect.stringMatching(/^Your files have reached the limit of/),
    ]);
  });
});

describe('deleted footage', () => {
  // product 16.7
  it('is removed immediately with its file if nothing was made from it', async () => {
    const user = await createUser(backend);
    const { video } = (await send(user, clip)).json();
    expect((await remove(user, video.id)).statusCode).toBe(204);
    expect(await list(user)).toMatchObject({ items: [], usedBytes: 0 });
    expect(await find(user, 'waves')).toEqual([]);
    expect(await db.selectFrom('videos').select('id').where('id', '=', video.id).execute()).toEqual([]);
    expect((await remove(user, video.id)).statusCode).toBe(404);
    // The same file can be added again.
    expect((await send(user, clip)).json().known).toBe(false);
  });

  // product 16.7
  itInFullTier(
    'stays usable in compilations made from it, is restored if added again, and is removed with them',
    async () => {
      const user = await createUser(backend, { packs: [5] });
      const { video } = (await send(user, clip)).json();
      const { projectId } = (await processVideo(user, video.id)).json();
      expect((await remove(user, video.id)).statusCode).toBe(204);
      expect((await list(user)).items).toEqual([]);
      const everywhere = await get('/api/videos/search?query=waves&source=manual', user);
      expect(everywhere.json()).toEqual([]);
      expect((await artifactOf(video.id))!.files).toHaveLength(1);

      expect((await send(user, clip)).json()).toMatchObject({ known: true, video: { id: video.id } });
      expect((await list(user)).items).toHaveLength(1);
      expect((await remove(user, video.id)).statusCode).toBe(204);

      await endRuns(projectId);
      await db
        .updateTable('projects')
        .set({ deletedAt: new Date(0) })
        .where('id', '=', projectId)
        .execute();
      await collect(backend);
      expect(await db.selectFrom('videos').select('id').where('id', '=', video.id).execute()).toEqual([]);
      expect((await list(user)).usedBytes).toBe(0);
    },
  );
});

// product 16.6
it('is kept as long as its user wants, however rarely it is used', async () => {
  const user = await createUser(backend);
  const { video } = (await send(user, clip)).json();
  await db
    .updateTable('artifacts')
    .set({ lastUsedAt: new Date(0) })
    .where('ownerId', '=', user.id)
    .execute();
  await collect({ ...backend, config: { ...config, retention: { ...config.retention, sourcesMaxDays: 1 } } });
  expect((await artifactOf(video.id))!.files).toHaveLength(1);
});

/** Cancels a project's runs. */
async function endRuns(projectId: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ status: 'cancelled', finishedAt: new Date() })
    .where('projectId', '=', projectId)
    .execute();
}

/** Sends this many bytes of the video, then disconnects. */
async function breakOff({ id, cookie }: Person, uploadId: string, count: number): Promise<void> {
  const opened = await app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { cookie },
    payload: { purpose: 'footage', uploadId, fileName: 'Waves.mp4', size: clip.length },
  });
  const { uploadURL } = opened.json<{ uploadURL: string }>();
  const request = httpRequest(origin + uploadURL, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', 'content-length': String(clip.length) },
  });
  request.on('error', () => {});
  request.write(clip.subarray(0, count));
  const partial = join(config.partialDir, id);
  await vi.waitFor(async () => {
    const [name] = await readdir(partial);
    expect((await stat(join(partial, name!))).size).toBe(count);
  }, PATIENT);
  request.destroy();
}
