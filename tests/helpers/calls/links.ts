import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect } from 'vitest';
import { videoSchema } from '#contract/videos.ts';
import { writeFakeYtDlp } from '../outside/fake-yt-dlp.ts';
import { ffmpeg, makeSource } from '../media/lavfi.ts';
import { openTestApp, openTestBackend } from '../services/backend.ts';
import { type SiteFile, startFileSite } from '../outside/file-site.ts';

export const OLD = '2024.01.15';

/** The files of a site to which links lead: media, noise, an image and pages. */
async function makeFiles(at: (name: string) => string): Promise<Record<string, SiteFile>> {
  // Two seconds with a title of their own; five megabytes whose index is at the end; an image.
  await makeSource(at('titled.mp4'), {
    seconds: 2,
    args: ['-metadata', 'title=A river\tin spring', '-movflags', '+faststart'],
  });
  await makeSource(at('long.mov'), {
    seconds: 27,
    picture: 'testsrc2=s=160x90:r=10:d=27',
    args: ['-c:a', 'pcm_s16le', '-ac', '2'],
  });
  const rate = ['-b:v', '1500k', '-minrate', '1500k', '-maxrate', '1500k', '-bufsize', '2000k'];
  const stream = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=20', '-c:v', 'mpeg2video', ...rate];
  await ffmpeg(...stream, at('stream.ts'));
  await ffmpeg('-f', 'lavfi', '-i', 'color=c=red:s=1200x600', '-frames:v', '1', at('picture.png'));
  const page = (text: string) => ({ content: Buffer.from(`<!doctype html>${text}`), type: 'text/html' });
  return {
    '/titled.mp4': { content: await readFile(at('titled.mp4')) },
    '/my_long-film.mov': { content: await readFile(at('long.mov')), type: 'video/quicktime' },
    '/dl': {
      content: await readFile(at('long.mov')),
      type: 'application/octet-stream',
      headers: { 'content-disposition': `attachment; filename*=UTF-8''Winter%20walk.mov` },
    },
    '/stream.ts': { content: await readFile(at('stream.ts')), type: 'video/mp2t' },
    '/noise': { content: randomBytes(3_000_000), type: 'video/mp4' },
    '/unknown-noise': { content: randomBytes(5000), type: 'application/octet-stream' },
    '/picture.png': { content: await readFile(at('picture.png')), type: 'image/png' },
    '/vi/dQw4w9WgXcQ/mqdefault.jpg': { content: await readFile(at('picture.png')), type: 'image/png' },
    '/huge.mp4': { content: Buffer.alloc(1000), headers: { 'content-range': 'bytes 0-999/5000000000' } },
    '/lecture': page(
      JSON.stringify({ title: 'A lecture', duration: 61.5, thumbnail: null, uploader: 'A school' }),
    ),
    '/empty-page': page('error: Unsupported URL: it'),
    '/members-only': page('error: Sign in to confirm your age'),
    '/busy-page': page('error: HTTP Error 503: Service Unavailable'),
  };
}

/**
 * The API of an installation that reads links, a site for the links, and an internal site that must not be
 * requested. Await it at the top of the file.
 */
export async function openLinks() {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-links-'));
  const at = (name: string) => join(dir, name);
  const inside = { url: '', knocks: 0 };
  const canary = net.createServer(() => (inside.knocks += 1)).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  inside.url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/secret`;
  const site = await startFileSite(await makeFiles(at));
  const ytDlp = await writeFakeYtDlp(dir, OLD);
  const backend = await openTestBackend({ LINK_HOSTS: site.host, YT_DLP_PATH: ytDlp.path });
  const app = await openTestApp(backend);
  afterAll(async () => {
    canary.close();
    await site.close();
    await rm(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    site.reset();
    inside.knocks = 0;
  });

  const post = (url: string, cookie: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: { cookie }, payload });
  const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
  const extract = async (user: { cookie: string }, path: string) => {
    const answer = await post('/api/videos/extract', user.cookie, { url: site.url + path });
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    return videoSchema.parse(answer.json());
  };
  return { at, inside, site, ytDlp, backend, app, post, get, extract };
}
