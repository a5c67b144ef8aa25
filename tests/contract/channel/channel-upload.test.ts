import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { connectChannel, startChannelStandIn } from '../../helpers/outside/channel.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openPublishing } from '../../helpers/data/publishing.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const PUBLIC_URL = 'http://studio.test';
const MOST = 200_000;
const standIn = await startChannelStandIn(PUBLIC_URL);

const backend = await openTestBackend({
  PUBLIC_URL,
  STANDINS_URL: standIn.url,
  CHANNEL_UPLOAD_MAX_BYTES: String(MOST),
});

const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const folder = tempFolder();
const { db } = backend;
let clip: Buffer;

beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
});

const user = await createUser(backend);
await connectChannel(app, standIn, user.cookie);
const { runOf, tryStep } = openPublishing(backend, app, user);
beforeEach(() => standIn.tell());
type Form = [name: string, value: string | Buffer][];

function upload(form: Form, cookie = user.cookie, query = '') {
  const payload = new FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') payload.append(name, value);
    else payload.append(name, new Blob([new Uint8Array(value)], { type: 'video/mp4' }), 'clip.mp4');
  }
  return app.inject({ method: 'POST', url: `/api/youtube/upload${query}`, headers: { cookie }, payload });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const newestRun = async () =>
  (
    await db
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', 'publishing')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

describe('a video for the channel', () => {
  it.each([
    ['before', (title: Form, file: Form) => [...title, ...file]],
    ['after', (title: Form, file: Form) => [...file, ...title]],
  ])('is accepted with its fields %s the file, published whole, and kept', async (_, order) => {
    const answer = await upload(
      order(
        [
          ['title', ' A walk '],
          ['description', 'By the sea.'],
        ],
        [['video', clip]],
      ),
    );
    expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
    const video = answer.json();
    expect(video).toMatchObject({
      title: 'A walk',
      description: 'By the sea.',
      source: 'upload',
      channel: 'Workshop',
      duration: 1,
      userId: user.id,
    });
    const runId = await newestRun();
    expect(await runOf(runId)).toMatchObject({ kind: 'publishing', projectId: null, projectTitle: 'A walk' });
    await tryStep(runId);
    expect(await runOf(runId)).toMatchObject({ status: 'completed', percentage: 100 });
    const sent = (await standIn.report()).videos.at(-1)!;
    expect(sent).toMatchObject({ title: 'A walk', description: 'By the sea.', privacy: 'private' });
    expect(sent.sha256).toBe(sha256(clip));
    // Processing looks for the file here.
    const row = await db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow();
    const stored = await backend.artifacts.find(fetchMedia, row.fetchKey!);
    expect(stored!.data.sha256).toBe(sha256(clip));
    const { projectId } = (
      await app.inject({
        method: 'POST',
        url: '/api/projects/process',
        headers: { cookie: user.cookie },
        payload: { videoIds: [video.id], projectTitle: 'Own' },
      })
    ).json();
    expect(projectId).toEqual(expect.any(String));
  });

  // product 6.5
  itInFullTier(
    'is refused with a message if something is missing, invalid or too large, and leaves nothing',
    async () => {
      const poor = await createUser(backend);
      const title: Form = [['title', 'T']];
      const count = async () => (await db.selectFrom('runs').select('id').execute()).length;
      const before = await count();
      const cases: [Form, number, string][] = [
        [[['video', clip]], 400, 'Please select a file and enter a title.'],
        [
          [
            ['title', '  '],
            ['video', clip],
          ],
          400,
          'Please select a file and enter a title.',
        ],
        [title, 400, 'Please select a file and enter a title.'],
        [[...title, ['video', Buffer.alloc(0)]], 400, 'Please select a file and enter a title.'],
        [[...title, ['other', clip]], 400, 'Send one file, as "video".'],
        [
          [
            ['title', 'x'.repeat(101)],
            ['video', clip],
          ],
          400,
          'YouTube titles can have up to 100 characters.',
        ],
        [[...title, ['video', Buffer.from('no video')]], 422, 'This file is not a usable video'],
        [[...title, ['video', Buffer.alloc(MOST + 1)]], 413, 'Videos for a channel can be up to'],
      ];
      for (const [form, status, message] of cases) {
        const answer = await upload(form);
        expect([answer.json().message, answer.statusCode]).toEqual([
          expect.stringContaining(message),
          status,
        ]);
      }
      const { limits } = (await app.inject('/api/config')).json();
      expect(limits.channelUploadBytes).toBe(MOST);
      const refused = await upload([...title, ['video', clip]], poor.cookie);
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'Please connect your YouTube account in settings first.',
      ]);
      const asJson = await app.inject({
        method: 'POST',
        url: '/api/youtube/upload',
        headers: { cookie: user.cookie },
        payload: { title: 'T' },
      });
      expect(asJson.statusCode).toBe(415);
      expect(await count()).toBe(before);
    },
  );
});

describe('a video for the channel whose connection broke', () => {
  const goOn = async (uploadId: string, cookie = user.cookie) => {
    const answer = await app.inject({ url: `/api/youtube/upload/${uploadId}`, headers: { cookie } });
    return answer.json<{ offset: number }>().offset;
  };
  /** Sends the form up to this many bytes of the video, then hangs up. */
  async function breakOff(uploadId: string, count: number): Promise<void> {
    const form = new FormData();
    form.append('title', 'Waves');
    form.append('video', new Blob([new Uint8Array(clip)], { type: 'video/mp4' }), 'clip.mp4');
    const coded = new Response(form);
    const type = coded.headers.get('content-type')!;
    const whole = Buffer.from(await coded.arrayBuffer());
    const request = httpRequest(`${origin}/api/youtube/upload?uploadId=${uploadId}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'content-length': String(whole.length),
        cookie: user.cookie,
      },
    });
    request.on('error', () => {});
    request.write(whole.subarray(0, whole.indexOf(clip.subarray(0, 64)) + count));
    const folder = join(backend.config.partialDir, user.id);
    await vi.waitFor(async () => {
      const name = (await readdir(folder)).find((candidate) => candidate.startsWith(uploadId))!;
      // The form parser holds back bytes that might be the end of a part.
      expect((await stat(join(folder, name))).size).toBeGreaterThan(count - 200);
    }, PATIENT);
    request.destroy();
  }

  itInFullTier('is resumed where it stopped, and creates one video however often it is sent', async () => {
    const uploadId = randomUUID();
    expect(await goOn(uploadId)).toBe(0);
    await breakOff(uploadId, 5000);
    const offset = await goOn(uploadId);
    expect(offset).toBeGreaterThan(4800);
    expect(offset).toBeLessThanOrEqual(5000);
    const other = await createUser(backend);
    expect(await goOn(uploadId, other.cookie)).toBe(0);

    const rest: Form = [
      ['title', 'Waves'],
      ['video', clip.subarray(offset)],
    ];
    const query = `?uploadId=${uploadId}&offset=${offset}`;
    const answer = await upload(rest, user.cookie, query);
    expect([answer.body, answer.statusCode]).toEqual([answer.body, 200]);
    const row = await getVideo(db, answer.json().id);
    expect((await backend.artifacts.find(fetchMedia, row.fetchKey!))!.data.sha256).toBe(sha256(clip));
    const runs = () => db.selectFrom('runs').select('id').where('kind', '=', 'publishing').execute();
    const before = (await runs()).length;
    for (const repeatedQuery of [query, `?uploadId=${uploadId}`]) {
      expect((await upload(rest, user.cookie, repeatedQuery)).json().id).toBe(row.id);
    }
    expect(await runs()).toHaveLength(before);
    expect(await goOn(uploadId)).toBe(0);
  });

  it('is refused if fewer bytes arrived before', async () => {
    const refused = await upload(
      [
        ['title', 'Waves'],
        ['video', clip],
      ],
      user.cookie,
      `?uploadId=${randomUUID()}&offset=7`,
    );
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
    expect((await upload([], user.cookie, '?uploadId=../..')).statusCode).toBe(400);
  });

  itInFullTier('creates one video if it is sent twice at the same time', async () => {
    const query = `?uploadId=${randomUUID()}`;
    const form: Form = [
      ['title', 'Twice'],
      ['video', clip],
    ];
    const answers = await Promise.all([upload(form, user.cookie, query), upload(form, user.cookie, query)]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  });
});
