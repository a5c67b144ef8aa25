import { MAX_MUSIC_MS, MIN_MUSIC_MS } from '#contract/music-sound.ts';
import { AppError } from '#core/errors.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, MUSIC_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { loudnessGainDb } from '#core/film/loudness.ts';

export interface MusicLook {
  /** Of what is really in the file. */
  durationMs: number;
  /** From its loudness to the film's. */
  gainDb: number;
}

/** For a whole file, in ms: it is decoded once. */
const LOOK_MS = 120_000;
/** The missing part at a file's end that still counts as complete, in ms. */
const REACH_TOLERANCE_MS = 1500;
/** Formats that say exactly how long they are. */
const EXACT = /mp4|flac|wav/;
/** What the refusal of an uploaded file asks for. */
const OTHER_FILE = 'Please choose an MP3, M4A, WAV, FLAC or OGG file.';

/**
 * Listens to an audio file, whole. `advice` is the sentence that follows the reason of a refusal.
 * @throws AppError unprocessable, in words for its creator, when it cannot be music; unavailable when that takes too long
 */
export async function lookAtMusic(ffmpeg: Ffmpeg, path: string, advice = OTHER_FILE): Promise<MusicLook> {
  try {
    return await listen(ffmpeg, path, AbortSignal.timeout(LOOK_MS));
  } catch (error) {
    throw musicRefusal(error, advice);
  }
}

/** Why a file cannot be music, in a sentence. */
class Unusable extends Error {}

async function listen(ffmpeg: Ffmpeg, path: string, signal: AbortSignal): Promise<MusicLook> {
  const probe = await probeMedia(ffmpeg, path, { formats: MUSIC_FORMATS, signal, maxDurationMs: Infinity });
  const { audio, video, durationMs: told } = probe;
  if (video) refuse('This file is a video.');
  if (!audio) throw new MediaError('not_media');
  const isExact = EXACT.test(probe.formatName);
  // Otherwise it may be a guess from the first frames: what is decoded below decides.
  if (isExact) refuseLength(told, { shortest: 0 });
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
  const heard = loudness.result();
  if (heard === null) refuse('This file is silent.');
  return { durationMs, gainDb: loudnessGainDb(heard) };
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

/** A failure in words for the file's creator; failures that are not the file's fault stay as they are. */
function musicRefusal(error: unknown, advice: string): unknown {
  if (error instanceof Unusable) return new AppError('unprocessable', `${error.message} ${advice}`);
  if (!(error instanceof MediaError)) return error;
  if (error.code === 'timeout' || error.code === 'aborted')
    return new AppError('unavailable', 'Checking this file took too long. Please try again in a moment.');
  const what =
    error.code === 'truncated' ? 'The end of this file is missing.' : 'This file is not usable as music.';
  return new AppError('unprocessable', `${what} ${advice}`);
}
