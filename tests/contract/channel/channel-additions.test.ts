import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { addCaptions, finishPublishing, publishVideo, setThumbnail } from '#contract/jobs/publishing.ts';
import type { Failure } from '../../../standins/youtube/channel-state.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openPublishing } from '../../helpers/data/publishing.ts';
import { createUser } from '../../helpers/data/user.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const VTT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nরিভার rivers\n';
const standIn = await startChannelStandIn(PUBLIC_URL);
const backend = await openTestBackend({ PUBLIC_URL, STANDINS_URL: standIn.url });
const app = await openTestApp(backend);
const user = await createUser(backend);
await connectChannel(app, standIn, user.cookie);
const { runOf, tryStep } = openPublishing(backend, app, user);
beforeEach(() => standIn.tell());

/** A film of a test picture, from which a poster can be made. */
const film = join(backend.tempDir, 'film.mp4');
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=5:duration=2', '-c:v', 'libx264'];
await backend.ffmpeg.run([...picture, '-pix_fmt', 'yuv420p', film]);

const CAPTIONS = `${addCaptions.name}-0`;
const ADDITIONS = [setThumbnail.name, CAPTIONS, finishPublishing.name];

/** Publishes a film with a poster and subtitles. Returns its run after every step was tried. */
async function publish(failures: Failure[] = []) {
  const { projectId } = await createProject(backend, user.id);
  // Each has a key of its own.
  const bytes = Buffer.concat([await readFile(film), Buffer.from(crypto.randomUUID())]);
  await addFilm(backend, { userId: user.id, projectId, bytes, durationMs: 2000, vtt: VTT });
  const started = await app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/publish`,
    headers: { cookie: user.cookie },
    payload: {},
  });
  const { id } = started.json<{ id: string }>();
  await standIn.tell({ failures });
  for (const step of [publishVideo.name, ...ADDITIONS]) await tryStep(id, step);
  const poster = await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie: user.cookie } });
  return { run: await runOf(id), project: poster.json(), video: (await standIn.report()).videos.at(-1)! };
}

describe('a published film', () => {
  // product 20.17
  itInFullTier('gets its poster as thumbnail and its subtitles', async () => {
    const { run, video } = await publish();
    expect(run).toMatchObject({ status: 'completed', message: 'Your video is on YouTube.' });
    expect(video.captions).toEqual([{ language: 'en', text: VTT.trim() }]);
    expect(video.thumbnail).toMatch(/^[\da-f]{64}$/);
    const posters = await backend.db
      .selectFrom('artifacts')
      .select('files')
      .where('job', '=', 'film-poster')
      .execute();
    const hashes = await Promise.all(
      posters.map(async ({ files }) => {
        const [file] = files as { objectKey: string }[];
        const jpeg = await readFile(await backend.storage.localPath(file!.objectKey));
        return createHash('sha256').update(jpeg).digest('hex');
      }),
    );
    expect(hashes).toContain(video.thumbnail);
  });

  // product 20.17
  it.each<[string, Failure[], string]>([
    [
      'a channel that is not verified',
      [{ on: 'thumbnail', status: 403, reason: 'forbidden' }],
      'Your video is on YouTube. Its thumbnail was not set: YouTube allows own thumbnails only on verified channels. Verify your channel at youtube.com/verify.',
    ],
    [
      'a channel that was connected without subtitles',
      [{ on: 'captions', status: 403, reason: 'insufficientPermissions' }],
      'Your video is on YouTube. Its subtitles were not added: Your channel was connected without the permission for subtitles. Disconnect it and connect it again in settings.',
    ],
    [
      'a quota that is used up',
      [
        { on: 'thumbnail', status: 403, reason: 'quotaExceeded' },
        { on: 'captions', status: 403, reason: 'quotaExceeded' },
      ],
      'its quota is used up',
    ],
  ])('stays published on %s, and reports what is missing', async (_, failures, message) => {
    const { run, project } = await publish(failures);
    expect(run).toMatchObject({ status: 'completed', message: expect.stringContaining(message) });
    expect(project.publications).toHaveLength(1);
  });

  itInFullTier('gets its subtitles once if the first response was lost', async () => {
    const { run, video } = await publish([{ on: 'captions', status: 409, reason: 'captionExists' }]);
    expect(run.message).toBe('Your video is on YouTube.');
    expect(video.captions).toEqual([]);
  });

  itInFullTier('is not published if YouTube refuses the video itself', async () => {
    const { run } = await publish([{ on: 'begin', status: 403, reason: 'quotaExceeded' }]);
    expect(run).toMatchObject({ status: 'failed', errorCode: 'quota' });
  });
});

describe('a channel', () => {
  const readUser = async () =>
    (await app.inject({ url: '/api/auth/user', headers: { cookie: user.cookie } })).json();

  // product 20.17
  it('that an earlier version connected does not allow subtitles', async () => {
    expect((await readUser()).youtubeAllowsCaptions).toBe(true);
    await backend.db
      .updateTable('youtubeChannels')
      .set({ allowsCaptions: false })
      .where('userId', '=', user.id)
      .execute();
    expect((await readUser()).youtubeAllowsCaptions).toBe(false);
  });
});
