import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nasa } from '#core/media-sources/nasa.ts';
import { peertube } from '#core/media-sources/peertube.ts';
import { pixabay } from '#core/media-sources/pixabay.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import { wikimedia } from '#core/media-sources/wikimedia.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import { openAt } from '../../helpers/outside/open-site.ts';
import { firstPage } from '../../helpers/outside/video-sites.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-odd-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const fetchFrom = (source: MediaSource, sourceId: string) =>
  source.fetch({ source: source.id, sourceId } as VideoRow, dir, new AbortController().signal, () => {});

describe('PeerTube', () => {
  const UUID = '00000000-0000-4000-8000-000000000001';
  const hit = (facts: object) => ({
    uuid: UUID,
    url: `https://videos.example/w/${UUID}`,
    name: 'River',
    duration: 60,
    licence: { id: 2, label: 'Attribution - Share Alike' },
    ...facts,
  });
  const openWith = (body: object, options?: Parameters<typeof openAt>[2]) =>
    openAt(peertube, () => ({ body }), options);

  it('has the server in the ID of a video, and the licence by its number', async () => {
    const { source } = await openWith({ total: 1, data: [hit({})] });
    const { videos } = await firstPage(source, 'river');
    const [found] = videos;
    expect(found).toMatchObject({
      sourceId: `videos.example~${UUID}`,
      license: 'CC BY-SA',
      channel: 'videos.example',
    });
    expect(peertube.pageOf(found!.sourceId)).toBe(`https://videos.example/videos/watch/${UUID}`);
  });

  it('ignores live streams, odd IDs, and servers at odd addresses', async () => {
    const odd = [
      { isLive: true },
      { uuid: '../../etc/passwd' },
      { url: 'http://videos.example/w/a' },
      { url: 'https://videos.example:8443/w/a' },
      { url: 'https://[::1]/w/a' },
      { url: 'not an address' },
      { duration: 'long' },
    ];
    const { source } = await openWith({ total: odd.length, data: odd.map(hit) });
    expect((await firstPage(source, 'river')).videos).toEqual([]);
  });

  it('never connects to a server on this machine that a hit names', async () => {
    const { source } = await openWith({ total: 1, data: [hit({ url: 'https://127.0.0.1/w/a' })] });
    const { videos } = await firstPage(source, 'river');
    await expect(fetchFrom(source, videos[0]!.sourceId)).rejects.toMatchObject({ name: 'StepError' });
    expect(await readdir(dir)).toEqual([]);
  });

  it.each([
    [{ downloadEnabled: false, files: [] }, 'The creator of this video does not permit downloads.'],
    [{ files: null, streamingPlaylists: null }, 'This video has no file that can be downloaded.'],
    [
      { files: [{ resolution: { id: 720 }, size: 10_000, fileUrl: 'https://videos.example/a.mp4' }] },
      'This video has no file that can be downloaded.',
    ],
  ])('reports in a sentence that it cannot fetch %j', async (details, sentence) => {
    const { source } = await openWith(details, { standIn: true });
    await expect(fetchFrom(source, `videos.example~${UUID}`)).rejects.toThrow(sentence);
  });
});

describe('Wikimedia Commons', () => {
  const page = (info: object) => ({
    query: {
      pages: [
        {
          pageid: 7,
          title: 'File:Waves at the beach.webm',
          videoinfo: [
            {
              url: 'https://files.example/waves.webm',
              mime: 'video/webm',
              sha1: 'a1',
              size: 500,
              width: 1920,
              height: 1080,
              duration: 12.5,
              user: 'Uploader',
              ...info,
            },
          ],
        },
      ],
    },
  });
  const find = async (info: object) => {
    const { source, server } = await openAt(wikimedia, () => ({ body: page(info) }));
    const [video] = (await firstPage(source, 'waves')).videos;
    const row = { source: 'wikimedia', sourceId: '7' } as VideoRow;
    const revision = await source.revision(row, new AbortController().signal).catch(String);
    return { video, revision, headers: server.received[0]!.headers };
  };
  const fact = (value: unknown) => ({ value, source: 'commons-desc-page' });

  it('shows the title of a file, its author and its licence as text', async () => {
    const { video, headers } = await find({
      extmetadata: {
        Artist: fact('<a href="//commons.wikimedia.org/wiki/User:Ann">Ann &amp; Bob</a>'),
        LicenseShortName: fact('CC BY-SA 4.0'),
        AttributionRequired: fact('true'),
        ImageDescription: fact(7),
      },
    });
    expect(video).toMatchObject({
      sourceId: '7',
      title: 'Waves at the beach',
      description: '7',
      channel: 'Ann & Bob',
      license: 'CC BY-SA 4.0',
      durationMs: 12_500,
    });
    expect(headers['user-agent']).toBe('Cutroom (https://our.example)');
  });

  it('names the credit that a licensor asks for, and states that one is required', async () => {
    const { video } = await find({
      extmetadata: {
        Artist: fact('Ann'),
        Attribution: fact('Ann of the Sea'),
        LicenseShortName: fact('Copyrighted free use'),
        AttributionRequired: fact('true'),
      },
    });
    expect(video).toMatchObject({
      channel: 'Ann of the Sea',
      license: 'Copyrighted free use (attribution required)',
    });
  });

  it('shows the uploader and no licence where a page has no details', async () => {
    const { video } = await find({ extmetadata: [] });
    expect(video).toMatchObject({ channel: 'Uploader', license: null });
  });

  it('fetches the original, or a conversion if the original is larger than a film needs', async () => {
    const conversion = (height: number, type = 'video/webm; codecs="vp9, opus"') => ({
      src: `//files.example/waves.${height}p.webm`,
      type,
      width: Math.round((height * 16) / 9),
      height,
    });
    const derivatives = [
      conversion(360),
      conversion(1080),
      conversion(1079, 'application/vnd.apple.mpegurl'),
    ];
    const original = '/waves.webm';
    const converted = '/waves.1080p.webm';
    expect((await find({ derivatives })).revision).toEqual(['a1', original]);
    expect((await find({ derivatives, size: 5000 })).revision).toEqual(['a1', converted]);
    expect((await find({ derivatives, width: 3840, height: 2160 })).revision).toEqual(['a1', converted]);
    expect((await find({ mime: 'image/gif' })).revision).toMatch('no longer at Wikimedia Commons');
  });

  it('reports an error that has the status of success as no hits', async () => {
    const { source } = await openAt(wikimedia, () => ({ body: { error: { code: 'badvalue' } } }));
    expect(await firstPage(source, 'waves')).toEqual({ videos: [], next: null, total: null });
  });
});

describe('NASA', () => {
  it('shows a hit whose metadata are at an address that is not public', async () => {
    const item = {
      href: 'http://127.0.0.1/video/a/collection.json',
      data: [{ nasa_id: 'A Quick Look at Café 1987A', title: 'A Quick Look', center: 'JPL' }],
      links: [{ href: 'http://images-assets.nasa.gov/video/a b/a~thumb.jpg', render: 'image' }],
    };
    const body = { collection: { items: [item, { data: [] }, null], metadata: { total_hits: 3 } } };
    const { source } = await openAt(nasa, () => ({ body }));
    const [video, ...others] = (await firstPage(source, 'look')).videos;
    expect(others).toEqual([]);
    expect(video).toMatchObject({
      sourceId: 'A~20Quick~20Look~20at~20Caf~c3~a9~201987A',
      durationMs: 0,
      channel: 'NASA JPL',
      thumbnail: 'https://images-assets.nasa.gov/video/a%20b/a~thumb.jpg',
    });
    expect(nasa.pageOf(video!.sourceId)).toContain('A%20Quick%20Look%20at%20Caf%C3%A9%201987A');
  });

  it('prefers a large file to an original, and ignores what is no video', async () => {
    const files = ['a~orig.mov', 'a~small.mp4', 'a~large.mp4', 'a~thumb.jpg', 'a.srt', 'metadata.json'];
    const items = files.map((name) => ({ href: `http://images-assets.nasa.gov/video/a/${name}` }));
    const { source, server } = await openAt(nasa, () => ({ body: { collection: { items } } }));
    const row = { source: 'nasa', sourceId: 'a~20b' } as VideoRow;
    expect(await source.revision(row, new AbortController().signal)).toEqual(['/video/a/a~large.mp4']);
    expect(server.received[0]!.path).toBe('/asset/a%20b');
  });
});

describe('Pixabay', () => {
  it('reports a refused key, and never shows the key', async () => {
    const { source } = await openAt(pixabay, () => ({ status: 400, body: '[ERROR 400] Invalid API key' }));
    const failed: unknown = await firstPage(source, 'river').catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'refused' });
    expect(JSON.stringify([String(failed), failed])).not.toContain('key=key');
  });

  it('omits sizes without a file, and bounds the query', async () => {
    const file = { url: 'https://files.example/a.mp4', width: 1280, height: 720, size: 10 };
    const none = { url: '', width: 0, height: 0, size: 0, thumbnail: '' };
    const body = {
      totalHits: 2,
      hits: [
        { id: 1, tags: 'sea, waves', duration: 5, videos: { large: none, medium: file } },
        { id: 2, tags: '', duration: 5, user: 'Ann', videos: { large: none } },
      ],
    };
    const { source, server } = await openAt(pixabay, () => ({ body }));
    const { videos } = await firstPage(source, 'x'.repeat(500));
    expect(videos.map(({ title, thumbnail }) => [title, thumbnail])).toEqual([['Sea, waves', null]]);
    expect(new URLSearchParams(server.received[0]!.path.split('?')[1]).get('q')).toHaveLength(100);
  });
});
