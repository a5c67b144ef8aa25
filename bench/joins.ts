import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { words } from '#core/ffmpeg/inputs.ts';
import { createFfmpeg } from '#core/ffmpeg/run.ts';
import { launchChromium } from '../tests/helpers/browser/launch.ts';
import { report, type Bench } from './lib/figures.ts';
import type * as player from './lib/player.ts';

const PATIENCE_MS = 120_000;
const SOURCES = 11;
const SECONDS = 6;
const RATE = 30;
/** Each section plays this part of its own video. */
const FROM = 2.1;
const LENGTH = 1.2;

const quiet = { debug: () => {}, warn: () => {} };
const ffmpeg = createFfmpeg({
  ffmpegPath: process.env.FFMPEG_PATH ?? 'ffmpeg',
  ffprobePath: process.env.FFPROBE_PATH ?? 'ffprobe',
  log: quiet,
});

/** A video like a proxy: 480 lines, a keyframe every two seconds, with a sound. */
async function makeSource(path: string, index: number): Promise<void> {
  const picture = `testsrc2=s=854x480:r=${RATE}:d=${SECONDS},hue=h=${index * 30}`;
  const sound = `sine=f=${200 + index * 40}:d=${SECONDS}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  const encode = words(
    '-c:v libx264 -preset veryfast -g 60 -pix_fmt yuv420p -c:a aac -movflags +faststart -f mp4',
  );
  await ffmpeg.run([...inputs, ...encode, `file:${path}`]);
}

/** Serves the page, the player's engine, and the videos, in ranges as the product does. */
async function serve(dir: string, engine: string) {
  const page = `<!doctype html><div style="position:relative;width:854px;height:480px;isolation:isolate">
    <div style="position:absolute;inset:0"><video playsinline></video></div>
    <div style="position:absolute;inset:0"><video playsinline></video></div></div><script src="/engine.js"></script>`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
    if (path === '/engine.js') return response.setHeader('content-type', 'text/javascript').end(engine);
    const file = join(dir, path.slice(1));
    const size = await stat(file).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) return response.writeHead(404).end();
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const [start, end] = [Number(from), to ? Number(to) : size - 1];
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    });
    createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** A frame that a video in front presented: which video, its time on the screen in ms, and its second of the file. */
interface Shown {
  video: number;
  at: number;
  second: number;
}

/** Plays a film of one part of each source, and returns the frames that were seen. */
function playFilm(film: { count: number; from: number; length: number }): Promise<Shown[]> {
  const { FilmEngine, layOut } = (window as unknown as { player: typeof player }).player;
  const engine = new FilmEngine();
  const seen: Shown[] = [];
  const videos = [...document.querySelectorAll('video')];
  videos.forEach((video, index) => {
    const follow: VideoFrameRequestCallback = (_now, { presentationTime, mediaTime }) => {
      if (video.parentElement!.style.zIndex === '3')
        seen.push({ video: index, at: presentationTime, second: mediaTime });
      video.requestVideoFrameCallback(follow);
    };
    video.requestVideoFrameCallback(follow);
  });
  engine.attach(videos.map((video) => ({ layer: video.parentElement!, video })));
  const parts = Array.from({ length: film.count }, (_, index) => ({
    id: String(index),
    src: `/source-${index}.mp4`,
    clips: [{ length: film.length, from: film.from, rate: 1 }],
    sound: { own: 1, under: 1, fade: () => 1, narration: null },
    placement: { framing: 'fit' as const, crop: 0.5, zoom: 'none' as const, background: 'dark' as const },
  }));
  engine.setTimeline(layOut(parts));
  engine.play();
  return new Promise((done) => {
    engine.clock.subscribe(({ playing, time }) => {
      if (!playing && time >= engine.timeline.length - 0.01) done(seen);
    });
  });
}

/** How long the picture stands at the joins of a film of different sources that is not rendered, by frame callbacks. */
export const bench: Bench = async ({ samples, quick }) => {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-joins-'));
  const browser = await launchChromium(PATIENCE_MS);
  try {
    const count = quick ? 4 : SOURCES;
    for (let i = 0; i < count; i++) await makeSource(join(dir, `source-${i}.mp4`), i);
    const built = await build({
      entryPoints: ['bench/lib/player.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'player',
      platform: 'browser',
      jsx: 'automatic',
    });
    const { server, url } = await serve(dir, built.outputFiles[0]!.text);
    const gaps: number[] = [];
    const early: number[] = [];
    try {
      for (let i = 0; i < (quick ? 1 : samples); i++) {
        const page = await browser.newPage();
        await page.addInitScript('globalThis.__name = (value) => value');
        await page.goto(url);
        const seen = await page.evaluate(playFilm, { count, from: FROM, length: LENGTH });
        await page.close();
        for (const [at, frame] of seen.entries()) {
          const before = seen[at - 1];
          if (!before || before.video === frame.video) continue;
          // The last picture of a source stands for one of its frames in any case.
          gaps.push(Math.max(0, frame.at - before.at - 1000 / RATE));
          early.push(Math.max(0, FROM - frame.second, before.second - (FROM + LENGTH)) * 1000);
        }
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
    const note = `${gaps.length} joins of ${count} sources`;
    report({ bench: 'joins.gap', values: gaps, unit: 'ms', goal: '<=34', note });
    report({ bench: 'joins.gap.worst', values: [Math.max(...gaps)], unit: 'ms', goal: '<=34', note });
    report({ bench: 'joins.outside', values: [Math.max(...early)], unit: 'ms', goal: '<=34', note });
  } finally {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  }
};
