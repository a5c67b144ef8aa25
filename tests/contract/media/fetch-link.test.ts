import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { placeholderOf } from '#core/media-sources/link/link.ts';
import { parseLink } from '#core/media-sources/link/parse-link.ts';
import type { RunRow } from '#core/repositories/runs/run-steps.ts';
import { storeLink } from '#core/repositories/media/own-videos.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { handleFetchMedia } from '../../../worker/handlers/fetch-media.ts';
import type { StepContext } from '../../../worker/handlers/handler.ts';
import { writeFakeYtDlp } from '../../helpers/outside/fake-yt-dlp.ts';
import { startFileSite } from '../../helpers/outside/file-site.ts';
import { ffmpeg, ffprobe, makeSource } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-fetch-'));
await makeSource(join(dir, 'film.mp4'), { seconds: 2 });
const film = await readFile(join(dir, 'film.mp4'));
/** Returns the same film with an additional box of random bytes. */
const another = () => Buffer.concat([film, Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)]);

const site = await startFileSite({});
const ytDlp = await writeFakeYtDlp(dir, '2026.01.01');
const backend = await openTestBackend({
  LINK_HOSTS: site.host,
  YT_DLP_PATH: ytDlp.path,
  MAX_TOTAL_SECONDS: '5',
});
const { db, artifacts, tempDir } = backend;
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => site.reset());

/** Puts a new file on the site, and creates the video of a new user who added its link. */
async function addLink({ etag = `"${randomUUID()}"` as string | null, content = another() as Buffer } = {}) {
  const path = `/${randomUUID()}.mp4`;
  site.files[path] = { content, etag };
  return { path, file: site.files[path], ...(await addUrl(site.url + path)) };
}

async function addUrl(url: string) {
  const user = await createUser(backend);
  const linkVideo = placeholderOf(parseLink(url)!);
  const id = `manual_${randomUUID()}_1`;
  return { user, id: (await storeLink(db, { id, ownerId: user.id, found: linkVideo, known: false })).id };
}

function fetchVideo(
  id: string,
  videoIds = [id],
  signal = AbortSignal.timeout(30_000),
  projectId: string | null = null,
) {
  const reported: number[] = [];
  const context = {
    backend,
    run: { input: { videoIds }, projectId } as unknown as RunRow,
    input: { videoId: id },
    signal,
    report: (fraction: number) => reported.push(fraction),
  } as unknown as StepContext<'fetch-media'>;
  return handleFetchMedia(context).then((built) => ({ ...built, reported }));
}

const age = (id: string, days: number) =>
  db
    .updateTable('videos')
    .set({ fetchedAt: new Date(Date.now() - days * 86_400_000) })
    .where('id', '=', id)
    .execute();
const contentOf = async (key: string) => {
  const artifact = (await artifacts.find(fetchMedia, key))!;
  return readFile(await artifact.path(artifact.data.fileName));
};

describe('the fetch of a link', () => {
  it("stores the file as its user's own, measures it, and reports its progress", async () => {
    const { id, user, file } = await addLink();
    const { key, reported } = await fetchVideo(id);
    expect((await contentOf(key)).equals(file.content)).toBe(true);
    const row = await db
      .selectFrom('artifacts')
      .select('ownerId')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(row.ownerId).toBe(user.id);
    expect(await getVideo(db, id)).toMatchObject({ fetchKey: key, durationMs: 2000 });
    // The file is downloaded, then checked.
    expect(reported).toContainEqual(expect.closeTo(0.9));
    expect(reported.at(-1)).toBe(1);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(await readdir(tempDir)).toEqual([]);
  });

  it('makes no request for a week, then only checks whether the file changed', async () => {
    const { id } = await addLink();
    const first = await fetchVideo(id);
    site.reset();
    await age(id, 6.9);
    expect(await fetchVideo(id)).toMatchObject({ key: first.key, reused: true });
    expect(site.requests).toEqual([]);
    await age(id, 7.1);
    expect(await fetchVideo(id)).toMatchObject({ key: first.key, reused: true });
    expect(site.requests.map(({ headers }) => headers.range)).toEqual(['bytes=0-0']);
    expect(Date.now() - (await getVideo(db, id)).fetchedAt!.getTime()).toBeLessThan(60_000);
  });

  itInFullTier('downloads it again if it changed, and if that cannot be determined', async () => {
    const marked = await addLink();
    const unmarked = await addLink({ etag: null });
    for (const { id, file } of [marked, unmarked]) {
      const first = await fetchVideo(id);
      Object.assign(file, { content: another(), ...(file.etag && { etag: '"new"' }) });
      await age(id, 8);
      const second = await fetchVideo(id);
      expect([second.reused, second.key === first.key]).toEqual([false, false]);
      expect((await contentOf(second.key)).equals(file.content)).toBe(true);
    }
  });

  it('never gives a user what another user fetched', async () => {
    const { id, path } = await addLink();
    const other = await addUrl(site.url + path);
    const [own, theirs] = [await fetchVideo(id), await fetchVideo(other.id)];
    expect([theirs.reused, theirs.key === own.key]).toEqual([false, false]);
  });

  it('fails with a message, and leaves nothing', async () => {
    const page = await addLink({ content: Buffer.from('error: Private video') });
    page.file.type = 'text/html';
    const noise = await addLink({ content: randomBytes(3000) });
    const missing = await addUrl(`${site.url}/gone.mp4`);
    const failures = [];
    for (const { id } of [page, noise, missing]) {
      failures.push(await fetchVideo(id).catch((error: unknown) => error));
      expect((await getVideo(db, id)).fetchKey).toBeNull();
    }
    expect(failures).toMatchObject([
      { name: 'StepError', retry: 'never' },
      { name: 'MediaError' },
      { name: 'StepError', retry: 'never' },
    ]);
    const away = await addLink();
    site.failAlways({ status: 429, headers: { 'retry-after': '3600' } });
    const later = await fetchVideo(away.id).catch((error: unknown) => error);
    expect(later).toMatchObject({ name: 'StepError', retry: 'often' });
    // The file is not requested again before the pause is over.
    expect(later).toMatchObject({ pauseMs: 3_600_000 });
    expect(await readdir(tempDir)).toEqual([]);
  });

  it('stops midway, and leaves nothing', async () => {
    const { id } = await addLink();
    // The response only says whether it is the same file; it does not contain the file.
    const abort = new AbortController();
    const fetched = fetchVideo(id, [id], abort.signal);
    site.failNext({ status: 206, headers: { etag: '"x"' } }, 'stall');
    await expect.poll(() => site.requests.length).toBe(2);
    abort.abort(new Error('cancelled by the test'));
    await expect(fetched).rejects.toThrow('cancelled by the test');
    expect(await readdir(tempDir)).toEqual([]);
  });

  itInFullTier('refuses a file that makes a project too long, as soon as its length is known', async () => {
    const videos = [await addLink(), await addLink(), await addLink()];
    const ids = videos.map(({ id }) => id);
    await fetchVideo(ids[0]!, ids);
    await fetchVideo(ids[1]!, ids);
    const refused = fetchVideo(ids[2]!, ids);
    await expect(refused).rejects.toThrow('are longer than 0 hours in total');
    // A retry already knows the lengths and sends no request to the site.
    const requestCount = site.requests.length;
    await expect(fetchVideo(ids[2]!, ids)).rejects.toThrow('Select fewer.');
    expect(site.requests).toHaveLength(requestCount);
  });

  itInFullTier("counts the project's existing videos when a single video is retried", async () => {
    const [used, late] = [await addLink(), await addLink()];
    const { projectId } = await createProject(backend, used.user.id);
    await db.updateTable('sections').set({ videoId: used.id }).where('projectId', '=', projectId).execute();
    await db.updateTable('videos').set({ durationMs: 4000 }).where('id', '=', used.id).execute();
    const fetchAlone = () => fetchVideo(late.id, [late.id], AbortSignal.timeout(30_000), projectId);
    await expect(fetchAlone()).rejects.toThrow('are longer than 0 hours in total');
    await db.updateTable('videos').set({ durationMs: 2000 }).where('id', '=', used.id).execute();
    await expect(fetchAlone()).resolves.toMatchObject({ key: expect.any(String) });
  });

  itInFullTier('trusts the file instead of its reported length', async () => {
    const { id } = await addLink();
    await db.updateTable('videos').set({ durationMs: 1 }).where('id', '=', id).execute();
    await fetchVideo(id);
    expect((await getVideo(db, id)).durationMs).toBe(2000);
    await makeSource(join(dir, 'long.mp4'), { seconds: 6 });
    const long = await addLink({ content: await readFile(join(dir, 'long.mp4')) });
    await db.updateTable('videos').set({ durationMs: 1 }).where('id', '=', long.id).execute();
    await expect(fetchVideo(long.id)).rejects.toThrow(
      'This video is longer than 0 hours. Please choose a shorter one.',
    );
  });

  it('downloads the video of a page with yt-dlp', async () => {
    const { path } = await addLink();
    const page = `/${randomUUID()}`;
    const content = Buffer.from(`<!doctype html>${JSON.stringify({ file: site.url + path })}`);
    site.files[page] = { content, type: 'text/html' };
    const { id } = await addUrl(site.url + page);
    const { key, reported } = await fetchVideo(id);
    expect((await contentOf(key)).equals(site.files[path]!.content)).toBe(true);
    expect(reported).toContain(0.45);
    const { args } = (await ytDlp.calls()).at(-1)!;
    expect(args).toContain('--proxy');
    // It fetches playlists itself; ffmpeg opens no URL for it.
    const only = "[protocol~='^(http|m3u8_native)']";
    expect(args[args.indexOf('--format') + 1]).toBe(`bv*${only},ba${only}`);
    expect(args).not.toContain('--js-runtimes');
    // Its `--ffmpeg-location` is an empty folder, so that it finds no ffmpeg.
    const { cwd } = (await ytDlp.calls()).at(-1)!;
    expect(args[args.indexOf('--ffmpeg-location') + 1]).toBe(cwd);
    expect(args.filter((arg) => /merge|downloader|ffmpeg_/.test(arg))).toEqual([]);
  });

  itInFullTier('joins separate streams of a page with our own guarded ffmpeg', async () => {
    const at = (name: string) => join(dir, name);
    await ffmpeg('-i', at('film.mp4'), '-an', '-c', 'copy', at('picture.mp4'));
    await ffmpeg('-i', at('film.mp4'), '-vn', '-c', 'copy', at('sound.mp4'));
    const [picture, sound] = await Promise.all([readFile(at('picture.mp4')), readFile(at('sound.mp4'))]);
    // A playlist that refers to another file, under the name of an audio file.
    const hostile = Buffer.from(`ffconcat version 1.0\nfile '${at('sound.mp4')}'\n`);
    const pageOf = async (files: { file: Buffer; sound: Buffer }) => {
      const video = await Promise.all(
        Object.entries(files).map(async ([name, content]) => [
          name,
          site.url + (await addLink({ content })).path,
        ]),
      );
      const page = `/${randomUUID()}`;
      const text = `<!doctype html>${JSON.stringify(Object.fromEntries(video))}`;
      site.files[page] = { content: Buffer.from(text), type: 'text/html' };
      return (await addUrl(site.url + page)).id;
    };
    const { key } = await fetchVideo(await pageOf({ file: picture, sound }));
    await writeFile(at('joined.mkv'), await contentOf(key));
    const showEntries = ['-show_entries', 'stream=codec_type', '-of', 'csv=p=0'];
    expect((await ffprobe(at('joined.mkv'), ...showEntries)).split('\n')).toEqual(['video', 'audio']);
    await expect(fetchVideo(await pageOf({ file: picture, sound: hostile }))).rejects.toThrow(
      'The file at this link is not a readable video.',
    );
    // A picture file that has its own audio keeps that.
    const whole = await fetchVideo(await pageOf({ file: film, sound: hostile }));
    expect((await contentOf(whole.key)).equals(film)).toBe(true);
  });

  it.each(
    casesOfTier([
      ['node-24.1.0', 'node-24.1.0'],
      ['deno-2.5.0 (unsupported), node-24.1.0', 'node-24.1.0'],
      ['node-20.19.0 (unsupported)', null],
      ['none', null],
    ] as const),
  )('lets a yt-dlp that supports %s run scripts in this Node', async (runtimes, expected) => {
    const folder = await mkdtemp(join(dir, 'runtime-'));
    const newer = await writeFakeYtDlp(folder, '2026.08.19', runtimes);
    const env = { LINK_HOSTS: site.host, YT_DLP_PATH: newer.path };
    const { sources } = await openTestBackend(env);
    expect(await sources.pages.runtime()).toBe(expected);
    const { path } = await addLink();
    const page = `/${randomUUID()}`;
    const content = Buffer.from(`<!doctype html>${JSON.stringify({ file: site.url + path })}`);
    site.files[page] = { content, type: 'text/html' };
    await sources.pages.describe(site.url + page, { dir: folder, signal: AbortSignal.timeout(60_000) });
    const { args } = (await newer.calls()).at(-1)!;
    expect(args[args.indexOf('--js-runtimes') + 1]).toBe(`node:${process.execPath}`);
  });

  it('lets no page lead yt-dlp to a private network', async () => {
    const page = `/${randomUUID()}`;
    const content = Buffer.from(`<!doctype html>${JSON.stringify({ file: 'http://127.0.0.1:80/secret' })}`);
    site.files[page] = { content, type: 'text/html' };
    const { id } = await addUrl(site.url + page);
    await expect(fetchVideo(id)).rejects.toThrow('This site does not let servers download this video.');
  });
});
