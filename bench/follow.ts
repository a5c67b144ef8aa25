import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type CameraPath, cropAt, shotAt } from '#film/framing/camera.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import type { Face } from '#contract/subjects.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { createFfmpeg } from '#core/ffmpeg/run.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { cameraOf } from '#core/film/subjects.ts';
import { makeFaceVideo } from '../tests/helpers/films/drawn-face.ts';
import { testMedia } from '../tests/helpers/media/test-media.ts';
import { renderSection } from '../worker/media/render.ts';
import { scanMedia } from '../worker/media/scan.ts';
import { FACE_FRAME } from '../worker/subjects/decode-faces.ts';
import { createFaceDetector, type FaceDetector } from '../worker/subjects/face-detector.ts';
import { findFaces } from '../worker/subjects/find-faces.ts';
import { report, timed, type Bench } from './lib/figures.ts';

const RATE = 30;
/** How many frames a second of source and film are searched for faces. */
const LOOKS = 5;
/**
 * The size of a film's frame, in pixels, and the longer side of a film of 1080 lines, for the camera's
 * movements.
 */
const FILMS = [
  { shape: '9:16', width: 360, height: 640, full: 1080 },
  { shape: '1:1', width: 480, height: 480, full: 1080 },
];
/** A face may be this far outside the middle 80%, as a share of the frame: detectors are not more exact. */
const SLACK = 0.01;

const quiet = { debug: () => {}, warn: () => {} };
const ffmpeg = createFfmpeg({
  ffmpegPath: process.env.FFMPEG_PATH ?? 'ffmpeg',
  ffprobePath: process.env.FFPROBE_PATH ?? 'ffprobe',
  log: quiet,
});

/**
 * Measures how well a film follows faces: drawn faces over the recorded media of TEST_MEDIA, which show no
 * people, and real faces in the videos of the folder FOLLOW_MEDIA.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'follow-'));
  try {
    const model = testMedia('models/ultraface-rfb-320.onnx');
    await mkdir(join(folder, 'model'));
    await copyFile(model, join(folder, 'model/model.onnx'));
    const hash = createHash('sha256')
      .update(await readFile(model))
      .digest('hex')
      .slice(0, 12);
    const detector = createFaceDetector({ dir: join(folder, 'model'), hash });
    for (const path of [...(await drawnVideos(folder)), ...(await ownVideos())]) {
      await measure(path, detector, await mkdtemp(join(folder, 'video-')));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Draws a face that sits, one that walks, and one that jumps to another place and back, some of the time
 * without a cut.
 */
async function drawnVideos(folder: string): Promise<string[]> {
  const clips: [name: string, behind: string, at: string][] = [
    ['talk', 'media/talk.mp4', '760+12*sin(t*2)'],
    ['bunny', 'media/bunny.mp4', '200+t*42'],
    ['crystal', 'media/crystal.mp4', 'if(lt(mod(t,8),4),320,900)'],
  ];
  return Promise.all(
    clips.map(async ([name, behind, at]) => {
      const path = join(folder, `${name}.mp4`);
      await makeFaceVideo(path, { at, seconds: 20, behind: testMedia(behind) });
      return path;
    }),
  );
}

async function ownVideos(): Promise<string[]> {
  const folder = process.env['FOLLOW_MEDIA'];
  return folder ? (await readdir(folder)).toSorted().map((name) => join(folder, name)) : [];
}

async function measure(path: string, detector: FaceDetector, workDir: string): Promise<void> {
  const name = basename(path).replace(/\.\w+$/, '');
  const scan = await scanMedia({ ffmpeg, source: path, outDir: workDir });
  const { video, formatName } = await probeMedia(ffmpeg, path);
  const proxyPath = join(workDir, 'proxy.mp4');
  let samples: Awaited<ReturnType<typeof findFaces>> = [];
  const ms = await timed(async () => {
    samples = await findFaces({ ffmpeg, proxyPath, scan, detector, workDir });
  });
  const seconds = scan.durationMs / 1000;
  report({
    bench: `follow.detect ${name}`,
    values: [seconds / (ms / 1000)],
    unit: 'x real time',
    goal: '>= 4',
  });
  const detected = await facesOf(path, detector, workDir);
  for (const { shape, width, height, full } of FILMS) {
    const placement = { ...UNFRAMED, framing: 'follow' as const };
    const camera = cameraOf(placement, scan, samples, { width, height })!;
    const outFile = join(workDir, `${shape.replace(':', 'x')}.mov`);
    const excerpt = excerptSchema.parse({ startMs: 0, endMs: Math.floor(scan.durationMs) });
    const fit = planFit({
      sectionMs: excerpt.endMs,
      narration: null,
      room: NO_ROOM,
      frameRate: RATE,
      still: false,
    });
    const source = { path, video: video!, audio: null, formatName, gainDb: 0, truePeakDb: null };
    const spec = { source, excerpt, placement, camera, fit, narrationPath: null, text: null };
    await renderSection({ ...spec, width, height, frameRate: RATE }, { ffmpeg, outFile, threads: 2 });
    const inFilm = await facesOf(outFile, detector, dirname(outFile));
    const withFace = inFilm
      .map((faces, index) => ({ faces, of: detected[index] ?? [] }))
      .filter(({ of }) => of.length > 0);
    const inside = withFace.filter(({ faces }) => faces.some(isInMiddle)).length;
    const share = withFace.length > 0 ? inside / withFace.length : 0;
    const note = `${withFace.length} of ${inFilm.length} frames with a face`;
    report({
      bench: `follow.inside ${name} ${shape}`,
      values: [share],
      unit: 'share',
      goal: '>= 0.95',
      note,
    });
    const { jitter, moving } = movesOf(camera, scan.durationMs, spare(scan.video!, { width, height }, full));
    const moves = `moves in ${Math.round(moving * 100)}% of the frames, ${camera.length} shots`;
    report({
      bench: `follow.jitter ${name} ${shape}`,
      values: [jitter],
      unit: 'px',
      goal: '<= 0.5',
      note: moves,
    });
  }
}

const isInMiddle = ({ x, width }: Face): boolean =>
  x - width / 2 >= 0.1 - SLACK && x + width / 2 <= 0.9 + SLACK;

/** Detects the faces in a video's frames, each letterboxed to the shape that the detector expects. */
async function facesOf(path: string, detector: FaceDetector, workDir: string): Promise<Face[][]> {
  const frames = join(workDir, `looks-${basename(path)}.rgb`);
  const { video } = await probeMedia(ffmpeg, path);
  const { width, height } = FACE_FRAME;
  const scale = Math.min(width / video!.width, height / video!.height);
  const size = {
    width: 2 * Math.round((video!.width * scale) / 2),
    height: 2 * Math.round((video!.height * scale) / 2),
  };
  const filters = [
    `fps=${LOOKS}`,
    `scale=${size.width}:${size.height}:flags=area`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
    'format=rgb24',
  ];
  const output = [...words('-an -sn -c:v rawvideo -f rawvideo'), `file:${frames}`];
  await ffmpeg.run([...inputArgs(path), '-vf', filters.join(','), ...output]);
  const faces = await detector.detect(frames);
  await rm(frames);
  const within = (at: number, whole: number, part: number) => (at - 0.5) * (whole / part) + 0.5;
  return faces.map((faces) =>
    faces.map((face) => ({
      ...face,
      x: within(face.x, width, size.width),
      width: (face.width * width) / size.width,
    })),
  );
}

/** How many pixels a filled picture is larger than its film, along the side that is cropped. */
function spare(
  picture: { width: number; height: number },
  film: { width: number; height: number },
  full: number,
) {
  return full * Math.max(0, picture.width / picture.height / (film.width / film.height) - 1);
}

/**
 * How many pixels the camera differs from its own average over half a second, within shots, and how often it
 * moves.
 */
function movesOf(path: CameraPath, endMs: number, pixels: number): { jitter: number; moving: number } {
  const count = Math.floor((endMs * RATE) / 1000);
  const frames = Array.from({ length: count }, (_, n) => {
    const atMs = (n * 1000) / RATE;
    return { at: Math.round(cropAt(path, atMs) * pixels), shot: shotAt(path, atMs)?.startMs };
  });
  let [squares, measured, moved] = [0, 0, 0];
  for (const [n, { at, shot }] of frames.entries()) {
    if (n > 0 && frames[n - 1]!.shot === shot && frames[n - 1]!.at !== at) moved += 1;
    const around = frames.slice(n - 7, n + 8);
    if (n < 7 || around.length < 15 || around.some((frame) => frame.shot !== shot)) continue;
    const mean = around.reduce((sum, frame) => sum + frame.at, 0) / around.length;
    squares += (at - mean) ** 2;
    measured += 1;
  }
  return { jitter: measured > 0 ? Math.sqrt(squares / measured) : 0, moving: moved / Math.max(1, count) };
}
