import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Video } from '#contract/videos.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { ffprobe, makeSource } from '../../helpers/media/lavfi.ts';
import { createVideos, openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-previews-'));
const at = (name: string) => join(dir, name);
await makeSource(at('river.mp4'), { seconds: 2 });
const backend = await openTestBackend({ LIBRARY_DIR: dir });
const app = await openTestApp(backend);
const { cookie } = await createUser(backend);
afterAll(() => rm(dir, { recursive: true, force: true }));

const get = (url: string, as: string | null = cookie) =>
  app.inject({ url, headers: as ? { cookie: as } : {} });

itInFullTier('is a strip of eight stills of a video whose file is on this server, made once', async () => {
  const [hit] = (await get('/api/videos/search?query=river')).json<Video[]>();
  expect(hit!.preview).toBe(`/media/videos/${hit!.id}/preview.jpg`);
  const first = await get(hit!.preview!);
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg']);
  await writeFile(at('got.jpg'), first.rawPayload);
  expect(await ffprobe(at('got.jpg'), '-show_entries', 'stream=codec_name,width,height')).toBe(
    'mjpeg,3840,270',
  );
  expect((await get(hit!.preview!)).rawPayload.equals(first.rawPayload)).toBe(true);
  const previews = backend.db.selectFrom('artifacts').select('key').where('job', '=', 'video-preview');
  expect(await previews.execute()).toHaveLength(1);
  expect((await get(hit!.preview!, null)).statusCode).toBe(401);
});

it('is not offered if the media are elsewhere, and does not exist then', async () => {
  const foundVideo = {
    sourceId: 'abc',
    title: 'A hit',
    description: null,
    thumbnail: null,
    url: null,
    durationMs: 1000,
    views: 'Unknown',
    channel: 'Tests',
    license: null,
  };
  const [elsewhere] = await upsertVideos(backend.db, 'youtube', [foundVideo]);
  const [missing] = await createVideos(backend, 1);
  for (const id of [elsewhere!.id, missing!, 'library_nothing'])
    expect((await get(`/media/videos/${id}/preview.jpg`)).statusCode).toBe(404);
});
