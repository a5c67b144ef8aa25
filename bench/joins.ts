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
/** The second of its own video at which each section starts. */
const FROM = 2.1;
const LENGTH = 1.2;

const quiet = { debug: () => {}, warn: () => {} };
const ffmpeg = createFfmpeg({
  ffmpegPath: process.env.FFMPEG_PATH ?? 'ffmpeg',
  ffprobePath: process.env.FFPROBE_PATH ?? 'ffprobe',
  log: quiet,
});

/** Makes a video like a proxy: 480 lines, a keyframe every two seconds, with audio. */
async function makeSource(path: string, index: number): Promise<void> {
  const picture = `testsrc2=s=854x480:r=${RATE}:d=${SECONDS},hue=h=${index * 30}`;
  const sound = `sine=f=${200 + index * 40}:d=${SECONDS}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
  const encode = words(
    '-c:v libx264 -preset veryfast -g 60 -pix_fmt yuv420p -c:a aac -movflags +faststart -f mp4',
  );
  await ffmpeg.run([...inputs, ...encode, `file:${path}`]);
}

/** Serves the page, the player's engine and the videos, with ranges as the product does. */
async function serve(dir: string, engine: string) {
  const page = `<!doctype html><div style="position:relative;width:854px;height:480px;isolation:isolate">
    ${'<div style="position:absolute;inset:0"><video playsinline></video></div>'.repeat(3)}</div><script src="/engine.js"></script>`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
    if (path === '/engine.js') return response.setHeader('content-type', 'text/javascript').end(engine);
    const file = join(dir, path.slice(1));
    const size = await stat(file).then(
      (stats) => stats.size,
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

/**
 * A picture that became visible: the video that it belongs to, when that was, in ms, and its second in the
 * file.
 */
interface VisibleFrame {
  video: number;
  at: number;
  second: number;
  /** Whether a second frame is visible in a crossfade. */
  blended: boolean;
}

/** The frames that became visible, and the intervals between the display's frames, in ms. */
interface Played {
  seen: VisibleFrame[];
  display: number[];
}

interface Film {
  count: number;
  from: number;
  length: number;
  transition: 'cut' | 'crossfade' | 'dip';
}

/** Plays a film of one part of each source, and returns the pictures that became visible. */
function playFilm(film: Film): Promise<Played> {
  const { FilmEngine, layOut, UNFRAMED } = (window as unknown as { player: typeof player }).player;
  const engine = new FilmEngine();
  const frames: VisibleFrame[] = [];
  const display: number[] = [];
  let last = 0;
  const isSeen = ({ parentElement }: HTMLVideoElement): boolean =>
    Number(parentElement!.style.zIndex) >= 3 && Number(parentElement!.style.opacity) > 0.01;
  const videos = [...document.querySelectorAll('video')];
  /** For each element, the second of its current picture, and of the last picture that was visible. */
  const currentSeconds: number[] = [];
  const visibleSeconds: (number | null)[] = [];
  const sample = (at: number): void => {
    const front = videos.filter(isSeen);
    for (const [index, video] of videos.entries()) {
      const second = front.includes(video) ? currentSeconds[index]! : null;
      if (second !== null && second !== visibleSeconds[index])
        frames.push({ video: index, at, second, blended: front.length > 1 });
      visibleSeconds[index] = second;
    }
  };
  // Runs after all callbacks of this frame, and before those of the next pictures.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => sample(last));
  port1.start();
  const follow = (now: number): void => {
    if (last > 0) display.push(now - last);
    last = now;
    port2.postMessage(null);
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
  videos.forEach((video, index) => {
    const draw: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      currentSeconds[index] = mediaTime;
      video.requestVideoFrameCallback(draw);
    };
    video.requestVideoFrameCallback(draw);
  });
  engine.attach(videos.map((video) => ({ layer: video.parentElement!, video })));
  const parts = Array.from({ length: film.count }, (_, index) => ({
    id: String(index),
    src: `/source-${index}.mp4`,
    clips: [{ length: film.length, from: film.from, rate: 1 }],
    sound: { own: 1, under: 1, fade: () => 1, narration: null },
    placement: UNFRAMED,
    transition: { transition: film.transition, transitionSeconds: 0.5 },
  }));
  engine.setTimeline(layOut(parts));
  engine.play();
  return new Promise((done) => {
    engine.clock.subscribe(({ playing, time }) => {
      if (!playing && time >= engine.timeline.length - 0.01) done({ seen: frames, display });
    });
  });
}

/**
 * How long the picture froze at each cut or dip, and how far outside its section a picture was visible, in
 * ms.
 */
function joinsIn(frames: VisibleFrame[]): { gap: number; outside: number }[] {
  return frames.flatMap((frame, at) => {
    const before = frames[at - 1];
    if (!before || before.video === frame.video) return [];
    // The last picture of a source is displayed for one frame's time in any case.
    const gap = Math.max(0, frame.at - before.at - 1000 / RATE);
    return { gap, outside: Math.max(0, FROM - frame.second, before.second - (FROM + LENGTH)) * 1000 };
  });
}

/** How long either picture of each crossfade froze, in ms. */
function crossfadesIn(frames: VisibleFrame[]): number[] {
  const longest: number[] = [];
  for (const [at, frame] of frames.entries()) {
    if (!frame.blended) continue;
    if (!frames[at - 1]?.blended) longest.push(0);
    const before = frames.slice(0, at).findLast(({ video }) => video === frame.video);
    if (!before || before.second > frame.second || frame.second - before.second > 1) continue;
    longest.push(Math.max(longest.pop()!, frame.at - before.at - 1000 / RATE));
  }
  return longest;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * How long the picture freezes at the joins of a film that is not rendered and has different sources,
 * measured by frame callbacks. Also notes the display's own frames, which are late on a busy machine.
 */
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
    const film = { count, from: FROM, length: LENGTH };
    const play = async (transition: Film['transition']): Promise<Played[]> => {
      const played: Played[] = [];
      for (let i = 0; i < (quick ? 1 : samples); i++) {
        const page = await browser.newPage();
        await page.addInitScript('globalThis.__name = (value) => value');
        await page.goto(url);
        played.push(await page.evaluate(playFilm, { ...film, transition }));
        await page.close();
      }
      return played;
    };
    const reportJoins = (name: string, stood: number[], played: Played[]): void => {
      const display = played.flatMap((one) => one.display);
      const frames = `display ${median(display).toFixed(1)} ms, at worst ${Math.max(...display).toFixed(1)}`;
      const note = `${stood.length} joins of ${count} sources; ${frames}`;
      report({ bench: `joins.${name}`, values: stood, unit: 'ms', goal: '<=34', note });
      report({ bench: `joins.${name}.worst`, values: [Math.max(...stood)], unit: 'ms', goal: '<=34', note });
    };
    try {
      const cut = await play('cut');
      const joins = cut.flatMap(({ seen }) => joinsIn(seen));
      reportJoins(
        'gap',
        joins.map(({ gap }) => gap),
        cut,
      );
      reportJoins(
        'outside',
        joins.map(({ outside }) => outside),
        cut,
      );
      const dipped = await play('dip');
      reportJoins(
        'dip',
        dipped.flatMap(({ seen }) => joinsIn(seen).map(({ gap }) => gap)),
        dipped,
      );
      const faded = await play('crossfade');
      reportJoins(
        'crossfade',
        faded.flatMap(({ seen }) => crossfadesIn(seen)),
        faded,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } finally {
    await browser.close();
    await rm(dir, { recursive: true, force: true });
  }
};
