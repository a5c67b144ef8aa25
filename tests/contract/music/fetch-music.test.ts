import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { filmCreditsOf } from '#film/cards/film-credits.ts';
import type { MusicName } from '#contract/found-music.ts';
import { fetchMusic } from '../../../server/services/music/fetch-music.ts';
import { openMusicSources } from '../../../server/services/music/sources/registry.ts';
import { openUploadBudget } from '../../../server/services/uploads/upload-budget.ts';
import { OPENVERSE_PIECES, uuidOf } from '../../../standins/music/pieces.ts';
import { synthesise } from '../../../standins/music/synthesise.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { ffmpeg, ffprobe, tempFolder } from '../../helpers/media/lavfi.ts';
import { type Answer, startFakeServer } from '../../helpers/outside/fake-server.ts';
import { startMusicSites } from '../../helpers/music/music-sites.ts';
import { PUBLIC_URL } from '../../helpers/outside/video-sites.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const PIECE = OPENVERSE_PIECES[4]!;
const TRACK = { source: 'openverse', id: uuidOf(PIECE) };

const sites = await startMusicSites();
const backend = await openTestBackend({ STANDINS_URL: sites.url, PUBLIC_URL });
const app = await openTestApp(backend);

/** A source whose only music is the file that the test provides. */
let file: () => Answer = () => ({ body: '' });
let fileUrl = '';
const openverse = await startFakeServer(({ path }) =>
  path.startsWith('/v1/') ? { body: record() } : file(),
);
let creator = 'Ann';
const record = () => ({
  id: TRACK.id,
  title: 'Dawn / Dusk',
  creator,
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  foreign_landing_url: 'https://www.jamendo.com/track/1',
  url: fileUrl,
  duration: null,
  filesize: null,
});
const real = await openTestBackend({
  MUSIC_SEARCH: 'on',
  OPENVERSE_API_URL: openverse.url,
  MUSIC_ARCHIVE_API_URL: openverse.url,
});
const realApp = await openTestApp(real);

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of real.storage.listFiles('uploads')) keys.push(key);
  return keys.toSorted();
}

let edit: Editor;
let own: Editor;
let earlierFiles: string[] = [];
beforeEach(async () => {
  await sites.fail('openverse', null);
  openverse.reset();
  fileUrl = `${openverse.url}/song.mp3`;
  edit = await openEditor(backend, app);
  own = await openEditor(real, realApp);
  earlierFiles = await storedFiles();
});
const use = (name: MusicName, to = edit) => to.call('POST', to.path('/music/fetch'), name);

describe('found music', () => {
  // product 22.21
  it("becomes the film's music with its credit, as one edit", async () => {
    const answer = await use(TRACK);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const { music, history } = await edit.read();
    expect(music).toMatchObject({
      title: 'Over the Ridge',
      fileName: 'Over the Ridge.wav',
      credit: `by Cutroom's music generator, CC0, ${PUBLIC_URL}/standins/openverse/pages/over-the-ridge`,
      volume: 0.3,
      ducked: true,
    });
    const synthesised = synthesise(PIECE);
    expect((await app.inject(music!.url)).rawPayload.equals(synthesised)).toBe(true);
    expect(history.undo).toBe('Add the music "Over the Ridge"');
    await edit.call('POST', edit.path('/undo'));
    expect((await edit.read()).music).toBeNull();
    await edit.call('POST', edit.path('/redo'));
    expect((await edit.read()).music).toMatchObject({ credit: music!.credit });
  });

  // product 22.22
  itInFullTier('reports how much of its file has arrived', async () => {
    const published = vi.spyOn(backend.bus, 'publish');
    await use(TRACK);
    const progress = published.mock.calls.filter(([, type]) => type === 'music.progressed');
    expect(progress.length).toBeGreaterThan(0);
    const { projectId } = edit.project;
    expect(progress.at(-1)).toEqual([edit.user.id, 'music.progressed', { projectId, percentage: 100 }]);
    published.mockRestore();
  });

  // product 22.21
  itInFullTier('can also be from the Internet Archive', async () => {
    const answer = await use({ source: 'archive', id: 'generated-harbour-lights/Harbour Lights.wav' });
    expect(answer.statusCode).toBe(204);
    expect((await edit.read()).music).toMatchObject({
      title: 'Harbour Lights',
      credit: `by Cutroom's music generator, CC0, ${PUBLIC_URL}/standins/archive/details/generated-harbour-lights`,
    });
  });

  // product 22.21
  itInFullTier(
    "is credited with its licence in the closing credits, however long its artist's name is",
    async () => {
      file = () => ({ headers: { 'content-type': 'audio/x-wav' }, body: synthesise(PIECE) });
      creator = 'A choir with a long name '.repeat(20);
      expect((await use(TRACK, own)).statusCode).toBe(204);
      creator = 'Ann';
      const { music } = await own.read();
      const [credit] = filmCreditsOf('auto', { videos: [], music }, 'en');
      expect(credit).toMatchObject({ title: 'Dawn / Dusk', detail: expect.stringContaining(', CC BY 4.0,') });
    },
  );

  it('is available only to the owner of the project', async () => {
    const other = await openEditor(backend, app);
    expect((await other.call('POST', edit.path('/music/fetch'), TRACK)).statusCode).toBe(404);
    expect((await use({ source: 'nowhere', id: 'x' })).statusCode).toBe(422);
  });

  // product 22.22
  it('is refused with a message if it no longer exists at its source', async () => {
    const message = 'This music is no longer at its source. Choose other music.';
    const missing = [
      { source: 'openverse', id: randomUUID() },
      { source: 'openverse', id: '../secret' },
      { source: 'archive', id: 'generated-harbour-lights/Other.wav' },
      { source: 'archive', id: 'unknown/Song.mp3' },
    ];
    for (const name of missing) {
      const answer = await use(name);
      expect([name, answer.statusCode, answer.json().message]).toEqual([name, 422, message]);
    }
  });
});

describe('the file of found music', () => {
  beforeAll(async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=2', '-pix_fmt', 'yuv420p', at('video.mp4'));
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=0.4', at('short.mp3'));
  });

  /** Checks that nothing of it is left in the account and in the store. */
  async function expectNothing() {
    expect((await own.read()).music).toBeNull();
    const { count } = await real.db
      .selectFrom('objects')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('userId', '=', own.user.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe('0');
    expect(await storedFiles()).toEqual(earlierFiles);
  }

  // product 22.22
  itInFullTier('is refused with a message if it cannot be music, and none of it is stored', async () => {
    const cases: [string, Answer, RegExp][] = [
      [
        'a page',
        { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' },
        /^The source sent a page/,
      ],
      ['JSON', { body: { error: 'none' } }, /^The source sent another file/],
      ['text', { body: 'No music at all.' }, /^This file is not usable as music\. Choose other music\.$/],
      ['a video', { body: await readFile(at('video.mp4')) }, /^This file is a video\. Choose other music\.$/],
      [
        'less than a second',
        { body: await readFile(at('short.mp3')) },
        /^This music is shorter than a second/,
      ],
      ['nothing', { status: 404, body: '' }, /^This music is no longer at its source/],
      ['a refusal', { status: 403, body: '' }, /^The source does not let us download this music/],
      [
        'too much',
        { headers: { 'content-length': '104857601' }, body: '' },
        /^This music is larger than 100 MB/,
      ],
    ];
    for (const [what, answer, why] of cases) {
      file = () => answer;
      const refused = await use(TRACK, own);
      expect([what, refused.statusCode, refused.json().message]).toEqual([
        what,
        422,
        expect.stringMatching(why),
      ]);
      await expectNothing();
    }
  });

  // product 22.22
  it('is never downloaded from a private network', async () => {
    const inside = 'http://169.254.169.254/song.mp3';
    file = () => ({ status: 302, headers: { location: inside }, body: '' });
    for (const url of [inside, 'http://[::1]/song.mp3', 'http://localhost/song.mp3', fileUrl]) {
      fileUrl = url;
      const refused = await use(TRACK, own);
      expect([url, refused.statusCode, refused.json().message]).toEqual([
        url,
        422,
        'The source does not let us download this music. Choose other music.',
      ]);
      await expectNothing();
      const listened = await realApp.inject({
        url: `/media/music/preview?${new URLSearchParams(TRACK)}`,
        headers: { cookie: own.user.cookie },
      });
      expect([url, listened.statusCode]).toEqual([url, 404]);
    }
  });

  it('is refused for now if its source asks for a pause', async () => {
    file = () => ({ status: 429, headers: { 'retry-after': '120' }, body: '' });
    const refused = await use(TRACK, own);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '120']);
    expect(refused.json().message).toMatch(/^The source of this music does not respond\. Try again later/);
    await expectNothing();
  });

  // product 22.22
  it('is discarded if its caller cancels', async () => {
    openverse.failNext({ body: record() }, 'trickle');
    const cancel = new AbortController();
    const parts = {
      ...real,
      musicSources: openMusicSources(real.config),
      uploadBudget: openUploadBudget(real),
    };
    const fetching = fetchMusic(
      parts,
      { userId: own.user.id, signal: cancel.signal },
      { projectId: own.project.projectId },
      TRACK,
    );
    await expect.poll(() => openverse.received.length).toBe(2);
    cancel.abort(new Error('cancelled'));
    await expect(fetching).rejects.toThrow('cancelled');
    await expect.poll(() => real.pools.downloads.count()).toEqual({ working: 0, waiting: 0 });
    await expectNothing();
  });
});

describe('previewing found music', () => {
  const listen = (query: string) =>
    app.inject({ url: `/media/music/preview?${query}`, headers: { cookie: edit.user.cookie } });

  // product 22.20
  itInFullTier('plays its first minute, encoded by this server once', async () => {
    const query = new URLSearchParams(TRACK).toString();
    const answer = await listen(query);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'audio/mp4']);
    await writeFile(at('preview.m4a'), answer.rawPayload);
    const probed = await ffprobe(at('preview.m4a'), '-show_entries', 'stream=codec_name:format=duration');
    const [codec, seconds] = probed.split('\n');
    expect(codec).toBe('aac');
    expect(Math.abs(Number(seconds) - 41.7)).toBeLessThan(1);
    await sites.fail('openverse', 'error');
    expect((await listen(query)).statusCode).toBe(200);
  });

  it('returns 404 for missing music, and 503 while its source fails', async () => {
    expect((await listen(`source=openverse&id=${randomUUID()}`)).statusCode).toBe(404);
    expect((await listen('source=nowhere&id=x')).statusCode).toBe(404);
    await sites.fail('openverse', 'error');
    expect((await listen(`source=openverse&id=${uuidOf(OPENVERSE_PIECES[0]!)}`)).statusCode).toBe(503);
  });
});
