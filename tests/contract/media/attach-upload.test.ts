import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Section } from '#contract/sections.ts';
import { createFfmpeg } from '#core/ffmpeg/run.ts';
import { attachUpload } from '../../../server/services/uploads/attach-upload.ts';
import { ffmpeg, ffprobe, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { upload } from '../../helpers/data/upload.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const NOT_HERE = 'Could not find this upload. Choose the file again.';
const backend = await openTestBackend();
const app = await openTestApp(backend);
const file = tempFolder();

let user: Awaited<ReturnType<typeof createUser>>;
let projectId: string;

beforeAll(async () => {
  user = await createUser(backend);
  ({ projectId } = await createProject(backend, user.id));
});

const send = (bytes: Buffer | string, fileName?: string) =>
  upload(app, { cookie: user.cookie, projectId, ...(fileName && { fileName }) }, bytes);

const add = (videoURL: string, body: object = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/projects/${projectId}/sections`,
    headers: { cookie: user.cookie },
    payload: { title: 'Own', videoURL, ...body },
  });

async function filesOf(objectPath: string): Promise<string[]> {
  const folder = `${backend.config.objectsDir}/uploads/${objectPath.slice('/objects/'.length)}`;
  return (await readdir(folder, { recursive: true }).catch(() => [])).sort();
}

/** Makes a PNG of one colour with this size in its header. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const picture = (name: string, ...args: string[]) =>
  ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=400x200:d=1:r=5', ...args, file(name));
const film = (name: string, ...args: string[]) =>
  ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=6', '-pix_fmt', 'yuv420p', ...args, file(name));

describe('a usable upload', () => {
  it('plays a video to its end, and starts preparing it once', async () => {
    await film('film.mp4', '-c:v', 'libx264', '-movflags', '+faststart');
    const objectPath = await send(file('film.mp4'), 'holiday.jpg');
    const answers = await Promise.all([add(objectPath), add(objectPath)]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({
        kind: 'custom',
        media: 'video',
        videoURL: objectPath,
        startTime: 0,
        endTime: 6,
        transcription: '',
        narrated: false,
        boundaries: { start: 'start', end: 'end' },
        video: { title: 'Custom Video', source: 'Upload', sourceId: 'custom', channel: 'Custom' },
      });
    }
    const id = objectPath.slice('/objects/'.length);
    const runs = await backend.db
      .selectFrom('runSteps')
      .innerJoin('runs', 'runs.id', 'runSteps.runId')
      .select(['runs.kind', 'runSteps.job', 'runSteps.state'])
      .where('runs.projectId', '=', projectId)
      .orderBy('runSteps.position')
      .execute();
    expect(runs).toEqual([
      { kind: 'preparation', job: 'scan-media', state: 'queued' },
      { kind: 'preparation', job: 'finish-preparation', state: 'waiting' },
    ]);
    const video = await backend.db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', `upload_${id}`)
      .executeTakeFirstOrThrow();
    expect(video).toMatchObject({
      ownerId: user.id,
      source: 'upload',
      title: 'holiday.jpg',
      durationMs: 6000,
    });
    expect(await filesOf(objectPath)).toHaveLength(1);
  });

  itInFullTier('shows images of every format as a still', async () => {
    await picture('a.jpg', '-frames:v', '1');
    await picture('a.png', '-frames:v', '1');
    await picture('a.webp', '-frames:v', '1');
    await picture('a.gif', '-frames:v', '1');
    await picture('a.bmp', '-frames:v', '1');
    await picture('a.tiff', '-frames:v', '1');
    await picture('one-frame.png', '-frames:v', '1', '-f', 'apng');
    const names = ['one-frame.png', 'a.tiff', 'a.webp', 'a.jpg', 'a.png', 'a.gif', 'a.bmp'];
    for (const name of casesOfTier(names, 3)) {
      const objectPath = await send(file(name), 'film.mp4');
      const answer = await add(objectPath);
      expect([name, answer.statusCode]).toEqual([name, 201]);
      const section = answer.json() as Section;
      expect(section).toMatchObject({ media: 'image', startTime: 0, endTime: 3, videoLink: null });
      const preview = section.preview!.thumbnailUrl;
      const thumbnail = await app.inject({ url: preview, headers: { cookie: user.cookie } });
      expect(thumbnail.headers['content-type']).toBe('image/jpeg');
      await writeFile(file('preview'), thumbnail.rawPayload);
      expect(await ffprobe(file('preview'), '-show_entries', 'stream=codec_name,width,height')).toBe(
        'mjpeg,400,200',
      );
      const other = await createUser(backend);
      expect((await app.inject({ url: preview, headers: { cookie: other.cookie } })).statusCode).toBe(404);
      expect((await app.inject({ url: preview })).statusCode).toBe(401);
    }
  });

  itInFullTier('rotates a photo as its camera states, and scales large ones down for the page', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=4000x2000', '-frames:v', '1', file('large.jpg'));
    const plain = await readFile(file('large.jpg'));
    // Exif orientation 6: a quarter turn clockwise.
    const exif = Buffer.from(
      'ffe1002245786966000049492a0008000000010012010300010000000600000000000000',
      'hex',
    );
    const turned = Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]);
    const section = (await add(await send(turned))).json() as Section;
    const thumbnail = await app.inject({
      url: section.preview!.thumbnailUrl,
      headers: { cookie: user.cookie },
    });
    await writeFile(file('preview'), thumbnail.rawPayload);
    expect(await ffprobe(file('preview'), '-show_entries', 'stream=width,height')).toBe('960,1920');
  });

  itInFullTier('treats an animated GIF as a video', async () => {
    await picture('animated.gif');
    const answer = await add(await send(file('animated.gif')));
    expect(answer.json()).toMatchObject({ media: 'video', startTime: 0, endTime: 1 });
  });
});

describe('an unusable upload', () => {
  // product 5.36
  it('is refused if it belongs to another user or project, or does not exist', async () => {
    await picture('own.png', '-frames:v', '1');
    const stranger = await createUser(backend);
    const theirs = await createProject(backend, stranger.id);
    const second = await createProject(backend, user.id);
    const bytes = file('own.png');
    const foreign = await upload(app, { cookie: stranger.cookie, projectId: theirs.projectId }, bytes);
    const wrong = [
      await upload(app, { cookie: user.cookie, projectId: second.projectId }, bytes),
      '/objects/../../etc/passwd',
      'https://example.com/film.mp4',
      `/objects/${randomUUID()}/../${randomUUID()}`,
    ];
    const opened = await app.inject({
      method: 'POST',
      url: '/api/objects/upload',
      headers: { cookie: user.cookie },
      payload: { projectId, fileName: 'never-sent.mp4' },
    });
    for (const videoURL of wrong) {
      const answer = await add(videoURL);
      expect([videoURL, answer.statusCode]).toEqual([videoURL, 422]);
      expect(answer.json().message).toBe('This is not an upload of this project.');
    }
    for (const videoURL of [foreign, `/objects/${randomUUID()}`, opened.json().objectPath]) {
      const answer = await add(videoURL);
      expect([answer.statusCode, answer.json().message]).toEqual([422, NOT_HERE]);
    }
  });

  itInFullTier('is refused within 5 s with a reason, and its file is removed', async () => {
    await film('whole.mp4', '-c:v', 'libx264', '-g', '250', '-movflags', '+faststart');
    await film('late.mp4', '-c:v', 'libx264');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=2', file('sound.mp3'));
    await picture('whole.png', '-frames:v', '1');
    const cover = [
      '-i',
      file('whole.png'),
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'png',
      '-disposition:v',
      'attached_pic',
    ];
    await ffmpeg('-i', file('sound.mp3'), ...cover, '-f', 'mp4', file('covered.m4a'));
    const half = async (name: string) => {
      const bytes = await readFile(file(name));
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    };
    const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>';
    const cases: [string, Buffer, RegExp][] = [
      ['playlist.mp4', Buffer.from(playlist), /Please choose/],
      ['concat.mp4', Buffer.from(`ffconcat version 1.0\nfile '${file('whole.mp4')}'\n`), /Please choose/],
      ['picture.svg', Buffer.from(svg), /Please choose/],
      ['text.jpg', Buffer.from('just some text, long enough to look at\n'.repeat(20)), /Please choose/],
      ['head-alone.mp4', Buffer.from('00000018667479706d703432', 'hex'), /end is missing/],
      ['head-of-png.png', Buffer.from('89504e470d0a1a0a', 'hex'), /end is missing/],
      ['sound.mp3', await readFile(file('sound.mp3')), /It has no video, only audio\. Please choose/],
      ['covered.m4a', await readFile(file('covered.m4a')), /It has no video, only audio\. Please choose/],
      ['large.png', png(16_000, 16_000), /more than 52 megapixels, or a side of more than 8192 pixels\.$/],
      ['larger.png', png(8192, 6400), /more than 52 megapixels/],
      ['cut.mp4', await half('whole.mp4'), /end is missing/],
      ['no-index.mp4', await half('late.mp4'), /Please choose|end is missing/],
    ];
    for (const [name, bytes, reason] of cases) {
      const objectPath = await send(bytes, name);
      const answer = await add(objectPath);
      expect([name, answer.statusCode, answer.json().message]).toEqual([
        name,
        422,
        expect.stringMatching(/^This file is not a usable video or image\. /),
      ]);
      expect(answer.json().message).toMatch(reason);
      expect(await filesOf(objectPath)).toEqual([]);
      expect((await add(objectPath)).json().message).toBe(NOT_HERE);
    }
    const next = await add(await send(file('whole.png')));
    expect(next.statusCode).toBe(201);
  });

  itInFullTier("may be a phone's photo with 49 megapixels", async () => {
    const photo = await add(await send(png(8064, 6048), 'photo.png'));
    expect([photo.statusCode, photo.json().media]).toEqual([201, 'image']);
  });

  it('is refused if it is an animated WebP or PNG', async () => {
    const moving = Buffer.concat([
      Buffer.from('RIFF\x20\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x12', 'latin1'),
      Buffer.alloc(40),
    ]);
    await picture('animated.png', '-f', 'apng');
    const cases: [string, Buffer | string][] = [
      ['WebP', moving],
      ['PNG', file('animated.png')],
    ];
    for (const [format, bytes] of cases) {
      const objectPath = await send(bytes);
      const answer = await add(objectPath);
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        `An animated ${format} image cannot be used. Choose a video or an animated GIF instead.`,
      ]);
      expect(await filesOf(objectPath)).toEqual([]);
    }
  });

  itInFullTier('stays if this machine could not probe it in time', async () => {
    await picture('slow.png', '-frames:v', '1');
    const objectPath = await send(file('slow.png'));
    await writeFile(file('slow-ffprobe'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const ffmpeg = createFfmpeg({ ...backend.config, ffprobePath: file('slow-ffprobe'), log: backend.log });
    const busy = attachUpload({ ...backend, ffmpeg }, { userId: user.id }, { projectId }, { objectPath });
    await expect(busy).rejects.toMatchObject({ code: 'unavailable' });
    expect((await add(objectPath)).statusCode).toBe(201);
  });
});
