import { MAX_MUSIC_MS, MIN_MUSIC_MS } from '#contract/music-limits.ts';
import { AppError } from '#core/lib/errors.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, MUSIC_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { loudnessGainDb } from '#film/sound/loudness.ts';

export interface MusicFacts {
  /** The length of the decoded audio. */
  durationMs: number;
  /** The gain from its loudness to the film's. */
  gainDb: number;
}

/** The time limit for a whole file, in ms: it is decoded once. */
const MEASURE_MS = 120_000;
/** The audio that may be missing at the end of a complete file, in ms. */
const REACH_TOLERANCE_MS = 1500;
/** Formats that state their exact length. */
const EXACT = /mp4|flac|wav/;
/** The advice in the refusal of an uploaded file. */
const OTHER_FILE = 'Please choose an MP3, M4A, WAV, FLAC or OGG file.';

/**
 * Measures a whole audio file. `advice` is the sentence that follows the reason of a refusal.
 * @throws AppError `unprocessable`, worded for its creator, if it cannot be music; `unavailable` if that
 * takes too long
 */
export async function measureMusic(ffmpeg: Ffmpeg, path: string, advice = OTHER_FILE): Promise<MusicFacts> {
  try {
    return await listen(ffmpeg, path, AbortSignal.timeout(MEASURE_MS));
  } catch (error) {
    throw musicRefusal(error, advice);
  }
}

/** Why a file cannot be music, as a sentence. */
class Unusable extends Error {}

async function listen(ffmpeg: Ffmpeg, path: string, signal: AbortSignal): Promise<MusicFacts> {
  const probe = await probeMedia(ffmpeg, path, { formats: MUSIC_FORMATS, signal, maxDurationMs: Infinity });
  const { audio, video, durationMs: statedMs } = probe;
  if (video) refuse('This file is a video.');
  if (!audio) throw new MediaError('not_media');
  const isExact = EXACT.test(probe.formatName);
  // Otherwise the length may be estimated from the first frames: the decoded length below decides.
  if (isExact) refuseLength(statedMs, { shortest: 0 });
  const loudness = loudnessReader();
  const measure = 'aformat=channel_layouts=stereo,ebur128=peak=true:framelog=verbose';
  const { outTimeMs: durationMs } = await ffmpeg.run(
    [
      ...inputArgs(path, { formats: MUSIC_FORMATS, threads: 1 }),
      ...words(`-map 0:${audio.index} -t ${MAX_MUSIC_MS / 1000 + 1} -af ${measure} -f null -`),
    ],
    { signal, logLevel: 'info', onLogLine: loudness.line },
  );
  if (durationMs === 0) throw new MediaError('not_media');
  refuseLength(durationMs, { shortest: MIN_MUSIC_MS });
  if (isExact && durationMs + REACH_TOLERANCE_MS < audio.endMs) throw new MediaError('truncated');
  const measured = loudness.result();
  if (measured === null) refuse('This file is silent.');
  return { durationMs, gainDb: loudnessGainDb(measured) };
}

function refuseLength(durationMs: number, { shortest }: { shortest: number }): void {
  if (durationMs > MAX_MUSIC_MS)
    throw new AppError('unprocessable', 'This music is longer than 30 minutes. Please choose a shorter one.');
  if (durationMs < shortest)
    throw new AppError('unprocessable', 'This music is shorter than a second. Please choose a longer one.');
}

function refuse(what: string): never {
  throw new Unusable(what);
}

/**
 * Converts a failure to a message for the file's creator. Failures that the file did not cause are returned
 * unchanged.
 */
function musicRefusal(error: unknown, advice: string): unknown {
  if (error instanceof Unusable) return new AppError('unprocessable', `${error.message} ${advice}`);
  if (!(error instanceof MediaError)) return error;
  if (error.code === 'timeout' || error.code === 'aborted')
    return new AppError('unavailable', 'Checking this file took too long. Please try again in a moment.');
  const explanation =
    error.code === 'truncated' ? 'The end of this file is missing.' : 'This file is not usable as music.';
  return new AppError('unprocessable', `${explanation} ${advice}`);
}
