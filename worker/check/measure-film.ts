import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { type Loudness, loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { blackReader, freezeReader, silenceReader, type Span } from '../media/log-lines.ts';

/** What counts as black, frozen or silent lasts at least this long, in ms. */
export const LEAST_MS = 2_000;
/** The width in pixels at which the picture is examined. */
export const LOOK_WIDTH = 320;
/** How dark a black pixel is, 0 to 1, and how much a frozen picture may change: the noise of its encoding. */
const BLACK = 0.1;
const STILL_NOISE = 0.002;
/** What is quieter is silent, in dB of full scale. */
export const SILENCE_DB = -50;

export interface MeasuredFilm {
  black: Span[];
  frozen: Span[];
  silent: Span[];
  /** Null for a film that is silent throughout. */
  loudness: Loudness | null;
  /** The loudness of 400 ms in LUFS, each 100 ms; silence is -120. */
  momentary: number[];
}

/**
 * Looks at a film and listens to it once, by one thread.
 * @throws MediaError
 */
export async function measureFilm({
  ffmpeg,
  path,
  durationMs,
  signal,
  onProgress,
}: {
  ffmpeg: Ffmpeg;
  path: string;
  durationMs: number;
  signal?: AbortSignal;
  /** The part done, 0 to 1. */
  onProgress?: (fraction: number) => void;
}): Promise<MeasuredFilm> {
  const black = blackReader();
  const frozen = freezeReader();
  const silence = silenceReader();
  const loudness = loudnessReader();
  const momentary: number[] = [];
  const least = LEAST_MS / 1000;
  const picture = [
    `scale=${LOOK_WIDTH}:-2:flags=fast_bilinear`,
    `blackdetect=d=${least}:pix_th=${BLACK}`,
    `freezedetect=n=${STILL_NOISE}:d=${least}`,
  ];
  const sound = [`silencedetect=noise=${SILENCE_DB}dB:d=${least}`, 'ebur128=peak=true:framelog=info'];
  const filters = ['-map', '0:v:0', '-vf', picture.join(','), '-map', '0:a:0', '-af', sound.join(',')];
  await ffmpeg.run([...inputArgs(path, { threads: 1 }), ...filters, '-f', 'null', '-'], {
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
  return {
    black: black.result(),
    frozen: frozen.result(durationMs),
    silent: silence.result(durationMs),
    loudness: loudness.result(),
    momentary,
  };
}
