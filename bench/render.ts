import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { lengthMs } from '#film/time/section-length.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import { probeMedia, type MediaProbe } from '#core/ffmpeg/probe.ts';
import { createFfmpeg } from '#core/ffmpeg/run.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { joinFilm } from '../worker/media/join.ts';
import { renderSection } from '../worker/media/render.ts';
import { scanMedia } from '../worker/media/scan.ts';
import { childCpuMs, report, timed, type Bench } from './lib/figures.ts';

const RATE = 30;
const CORES = availableParallelism();
const SOURCES = [
  { width: 1920, height: 1080, rate: '30', picture: 'testsrc2' },
  { width: 1280, height: 720, rate: '25', picture: 'mandelbrot' },
  { width: 854, height: 480, rate: '24', picture: 'testsrc2' },
  { width: 640, height: 480, rate: '30000/1001', picture: 'mandelbrot' },
  { width: 1080, height: 1920, rate: '30', picture: 'testsrc2' },
];

const quiet = { debug: () => {}, warn: () => {} };
const ffmpeg = createFfmpeg({
  ffmpegPath: process.env.FFMPEG_PATH ?? 'ffmpeg',
  ffprobePath: process.env.FFPROBE_PATH ?? 'ffprobe',
  log: quiet,
});

interface Part {
  path: string;
  probe: MediaProbe;
  startMs: number;
  endMs: number;
}
interface Film {
  width: number;
  height: number;
  seconds: number;
}

async function makeSource(
  path: string,
  source: (typeof SOURCES)[number],
  seconds: number,
): Promise<MediaProbe> {
  const { width, height, rate, picture } = source;
  // Adds noise: without it, a drawn picture is so cheap to encode that copying would seem better than it is.
  const graph = `${picture}=s=${width}x${height}:r=${rate},trim=duration=${seconds},noise=alls=2:allf=t,format=yuv420p[v];sine=f=300:r=48000:d=${seconds}[a]`;
  const encode = words(
    '-map [v] -map [a] -c:v libx264 -preset ultrafast -crf 20 -g 60 -c:a aac -movflags +faststart',
  );
  await ffmpeg.run(['-filter_complex', graph, ...encode, `file:${path}`]);
  return probeMedia(ffmpeg, path);
}

/**
 * Renders with the best single command that can be written by hand: it seeks every input, and has one filter
 * graph and the same settings.
 */
async function byHand(parts: Part[], film: Film, outFile: string): Promise<void> {
  const inputs = parts.flatMap((part) =>
    inputArgs(part.path, { seekMs: part.startMs, extra: ['-t', String(film.seconds)] }),
  );
  const box = `${film.width}:${film.height}`;
  const chains = parts.map(
    (_, i) =>
      `[${i}:v:0]fps=${RATE},scale=${box}:force_original_aspect_ratio=decrease:force_divisible_by=2,` +
      `pad=${box}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p[v${i}];[${i}:a:0]aresample=48000,aformat=channel_layouts=stereo[a${i}]`,
  );
  const labels = parts.map((_, i) => `[v${i}][a${i}]`).join('');
  const graph = `${chains.join(';')};${labels}concat=n=${parts.length}:v=1:a=1[v][a]`;
  const encode =
    '-c:v libx264 -preset veryfast -crf 21 -profile:v high -g 60 -c:a aac -b:a 192k -movflags +faststart';
  await ffmpeg.run([
    ...inputs,
    '-filter_complex',
    graph,
    ...words(`-map [v] -map [a] ${encode}`),
    `file:${outFile}`,
  ]);
}

function renderPart(part: Part, film: Film, outFile: string, threads: number) {
  const { path, probe, startMs, endMs } = part;
  const excerpt = excerptSchema.parse({ startMs, endMs });
  const { video, audio, formatName } = probe;
  return renderSection(
    {
      source: { path, video: video!, audio, formatName, gainDb: -3, truePeakDb: -12 },
      excerpt,
      fit: planFit({ sectionMs: lengthMs(excerpt), narration: null, room: NO_ROOM, frameRate: RATE }),
      placement: UNFRAMED,
      narrationPath: null,
      text: null,
      width: film.width,
      height: film.height,
      frameRate: RATE,
    },
    { ffmpeg, outFile, threads },
  );
}

/** Renders all sections, this many concurrently. */
async function renderAll(parts: Part[], film: Film, dir: string, atOnce: number, threads: number) {
  const waiting = parts.map((part, index) => ({ part, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await renderPart(next.part, film, join(dir, `${next.index}.mov`), threads);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const joinAll = (order: number[], film: Film, dir: string) =>
  joinFilm({
    ffmpeg,
    sections: order.map((i) => ({
      path: join(dir, `${i}.mov`),
      frames: film.seconds * RATE,
      sectionId: String(i),
      title: `Section ${i}`,
    })),
    subtitlesPath: null,
    width: film.width,
    height: film.height,
    frameRate: RATE,
    title: 'Bench',
    language: 'en',
    outFile: join(dir, 'film.mp4'),
    workDir: dir,
  });

/**
 * Compares rendering by sections with the best single command, and reports the cost of a change after the
 * first film.
 */
export const bench: Bench = async ({ samples, quick }) => {
  const dir = await mkdtemp(join(tmpdir(), 'cutroom-bench-'));
  try {
    const film = quick ? { width: 1280, height: 720, seconds: 2 } : { width: 1920, height: 1080, seconds: 6 };
    const sourceSeconds = film.seconds * 2 + 4;
    const probes: MediaProbe[] = [];
    for (const [i, source] of SOURCES.entries()) {
      probes.push(await makeSource(join(dir, `source-${i}.mp4`), source, sourceSeconds));
    }
    const parts = Array.from({ length: 10 }, (_, i): Part => {
      const startMs = 1500 + (i >= SOURCES.length ? film.seconds * 1000 : 0);
      const source = i % SOURCES.length;
      const path = join(dir, `source-${source}.mp4`);
      return { path, probe: probes[source]!, startMs, endMs: startMs + film.seconds * 1000 };
    });
    const order = parts.map((_, i) => i);
    const seen = { full: [], cpu: [], reorder: [], edit: [], threads: [], scale: [], scan: [] } as Record<
      string,
      number[]
    >;
    for (let i = 0; i < samples; i++) {
      const cpuAtStart = childCpuMs();
      const hand = await timed(() => byHand(parts, film, join(dir, 'hand.mp4')));
      const cpuAfterHand = childCpuMs();
      const rendered = await timed(() => renderAll(parts, film, dir, CORES, 1));
      const joined = await timed(() => joinAll(order, film, dir));
      const full = rendered + joined;
      const cpuAfterFull = childCpuMs();
      const reordered = await timed(() => joinAll(order.toReversed(), film, dir));
      const edited = await timed(async () => {
        await renderPart(parts[3]!, film, join(dir, '3.mov'), CORES);
        await joinAll(order, film, dir);
      });
      const oneByOne = await timed(() => renderAll(parts, film, dir, 1, CORES));
      const oneWorker = await timed(() => renderAll(parts, film, dir, 1, 1));
      const scanDir = join(dir, `scan-${i}`);
      await mkdir(scanDir);
      const scanned = await timed(() => scanMedia({ ffmpeg, source: parts[0]!.path, outDir: scanDir }));
      seen.full!.push(full / hand);
      seen.cpu!.push((cpuAfterFull - cpuAfterHand) / (cpuAfterHand - cpuAtStart));
      seen.reorder!.push(reordered / full);
      seen.edit!.push(edited / full);
      seen.threads!.push(rendered / oneByOne);
      seen.scale!.push(oneWorker / rendered);
      seen.scan!.push((sourceSeconds * 1000) / scanned);
    }
    const note = `${parts.length} sections of ${film.seconds} s, ${film.width}x${film.height}, ${CORES} cores`;
    report({ bench: 'render.full', values: seen.full!, unit: 'ratio', goal: '<=1.05', note });
    report({
      bench: 'render.full-cpu',
      values: seen.cpu!,
      unit: 'ratio',
      goal: '<=1.05',
      note: 'CPU time, not wall time',
    });
    report({ bench: 'render.reorder', values: seen.reorder!, unit: 'ratio', goal: '<=0.08', note });
    report({ bench: 'render.edit-one', values: seen.edit!, unit: 'ratio', goal: '<=0.15', note });
    const threads = `${CORES} at once with one thread each, against one at a time with ${CORES}`;
    report({ bench: 'render.threads', values: seen.threads!, unit: 'ratio', goal: '<=1', note: threads });
    const scale = `${CORES} at once against one, a thread each`;
    report({ bench: 'render.scale', values: seen.scale!, unit: 'times', goal: '>=1.7', note: scale });
    const scan = `${SOURCES[0]!.width}x${SOURCES[0]!.height}, ${sourceSeconds} s`;
    report({ bench: 'scan', values: seen.scan!, unit: 'times real time', goal: '>=8', note: scan });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};
