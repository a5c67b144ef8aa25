import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import { type Loudness, loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { blackReader, freezeReader, silenceReader, type Span } from '../media/log-lines.ts';

/** The shortest duration of a black, frozen or silent part, in ms. */
export const MIN_MS = 2_000;
/** The width in pixels at which frames are examined. */
export const LOOK_WIDTH = 320;
/** The highest brightness of a black pixel, 0 to 1. */
const BLACK = 0.1;
/** How much a frozen frame may change, which allows for encoding noise. */
const STILL_NOISE = 0.002;
/** Audio below this level is silent, in dB of full scale. */
export const SILENCE_DB = -50;

export interface MeasuredFilm {
  black: Span[];
  frozen: Span[];
  silent: Span[];
  /** `null` if the whole film is silent. */
  loudness: Loudness | null;
  /** The loudness over 400 ms in LUFS, once per 100 ms. Silence is -120. */
  momentary: number[];
  /** Small grey frames, one after another. */
  looks: { path: string; count: number; width: number; height: number; frameRate: number };
  /** The audio as mono samples of 16 bits. */
  sound: { path: string; dataOffset: number; sampleRate: number; samples: number };
}

/** The longer side of a small grey frame, in pixels. */
const SMALL_SIDE = 48;
const SOUND_RATE = 8000;
/** The film's size in pixels, and its frames per second. */
export interface FilmShape {
  width: number;
  height: number;
  frameRate: number;
}

/** The size of a film's small grey frames, in pixels. */
export function smallSize({ width, height }: Pick<FilmShape, 'width' | 'height'>) {
  const scale = SMALL_SIDE / Math.max(width, height);
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}

/**
 * Measures the video and the audio of a film in one pass, with one thread.
 * @throws MediaError
 */
export async function measureFilm({
  ffmpeg,
  path,
  film,
  durationMs,
  workDir,
  signal,
  onProgress,
}: {
  ffmpeg: Ffmpeg;
  path: string;
  film: FilmShape;
  durationMs: number;
  /** The folder for the small frames and the audio. */
  workDir: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1. */
  onProgress?: (fraction: number) => void;
}): Promise<MeasuredFilm> {
  const black = blackReader();
  const frozen = freezeReader();
  const silence = silenceReader();
  const loudness = loudnessReader();
  const momentary: number[] = [];
  const least = MIN_MS / 1000;
  const size = smallSize(film);
  const looks = { path: join(workDir, 'looks.gray'), ...size, frameRate: film.frameRate };
  const soundPath = join(workDir, 'sound.pcm');
  const picture = [
    `scale=${LOOK_WIDTH}:-2:flags=fast_bilinear`,
    `blackdetect=d=${least}:pix_th=${BLACK}`,
    `freezedetect=n=${STILL_NOISE}:d=${least}`,
    // At their own times, as players show and play them.
    `fps=${film.frameRate}:start_time=0`,
    `scale=${size.width}:${size.height}:flags=area`,
    'format=yuv420p',
    'extractplanes=y',
  ];
  const sound = [
    `silencedetect=noise=${SILENCE_DB}dB:d=${least}`,
    'ebur128=peak=true:framelog=info',
    `aresample=${SOUND_RATE}:async=1:first_pts=0`,
    'aformat=sample_fmts=s16:channel_layouts=mono',
  ];
  const graph = `[0:v:0]${picture.join(',')}[looks];[0:a:0]${sound.join(',')}[sound]`;
  const outputs = [
    ...words('-map [looks] -c:v rawvideo -f rawvideo'),
    `file:${looks.path}`,
    ...words('-map [sound] -c:a pcm_s16le -f s16le'),
    `file:${soundPath}`,
  ];
  const filters = ['-filter_complex_threads', '1', '-filter_complex', graph, ...outputs];
  await ffmpeg.run([...inputArgs(path, { threads: 1 }), ...filters], {
    signal,
    total: { ms: durationMs },
    onProgress,
    logLevel: 'info',
    onLogLine: (line) => {
      const measured = / M: *(\S+) +S:/.exec(line)?.[1];
      if (measured) momentary.push(Math.max(-120, Number(measured) || -120));
      for (const reader of [black, frozen, silence, loudness]) reader.line(line);
    },
  });
  const samples = (await stat(soundPath)).size / 2;
  const count = Math.floor((await stat(looks.path)).size / (size.width * size.height));
  const silent = silence.result(durationMs);
  const ends = { sound: Math.round((samples * 1000) / SOUND_RATE), picture: (count * 1000) / film.frameRate };
  if (ends.picture - ends.sound >= MIN_MS)
    silent.push({ startMs: ends.sound, endMs: Math.min(durationMs, Math.round(ends.picture)) });
  return {
    black: black.result(),
    frozen: frozen.result(durationMs),
    silent,
    loudness: loudness.result(),
    momentary,
    looks: { ...looks, count },
    sound: { path: soundPath, dataOffset: 0, sampleRate: SOUND_RATE, samples },
  };
}
