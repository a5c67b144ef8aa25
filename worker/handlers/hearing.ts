import { join } from 'node:path';
import { z } from 'zod';
import { extractSound, type Sound, transcriptWordSchema } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { getVideo, type VideoRow } from '#core/repositories/media/videos.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { timeWords } from '../progress/detail-words.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import { extractSpeech } from '../media/extract-speech.ts';
import { probeVideo } from '../media/probe-video.ts';
import { transcribeInParallel } from '../transcribers/side-by-side.ts';
import { readCarriedSubtitles } from '../transcribers/carried-subtitles.ts';
import { planChunks, type Span, spokenMs, widen } from '../transcribers/chunks.ts';
import { transcriberFor } from '../engine-set/transcribers.ts';
import type { Transcription, Transcriber } from '../transcribers/transcriber.ts';
import type { StepContext } from './handler.ts';
import { fetchedFile, openVideo } from './media-of.ts';

/**
 * What is known about a video's speech before it is transcribed. It is detected once, whichever worker
 * transcribes the chunks.
 */
const FIND_SPEECH = {
  name: 'find-speech',
  version: 4,
  result: z.object({
    /** The words of the video's own subtitles. */
    carried: z
      .object({ language: z.string(), words: transcriptWordSchema.array(), skippedCues: z.int().optional() })
      .nullable(),
    unreadSubtitles: z.boolean(),
    /** As chosen or detected, ISO 639-1; `null` if unknown. */
    language: z.string().nullable(),
  }),
};
/** One chunk of audio, stored separately: a killed worker loses two minutes of speech, not an hour. */
const CHUNK = {
  name: 'transcribe-chunk',
  version: 2,
  result: z.object({ language: z.string(), words: transcriptWordSchema.array() }),
};
/** Without a detector, a server gets pieces of this length, in ms. */
const UNDETECTED_MS = 300_000;
/** ffmpeg's share of extracting the audio. The rest detects speech. */
const EXTRACTING = 0.5;

export type Context = Pick<StepContext<never>, 'backend' | 'engines' | 'signal' | 'report' | 'log'>;

export interface Hearing {
  /** Identifies everything that is determined by the video and the language alone. */
  key: string;
  ownerId: string | null;
  sound: Built<Sound>;
  found: z.output<typeof FIND_SPEECH.result>;
  /**
   * The spans of speech, grouped into the chunks in which they are transcribed; empty if there is nothing to
   * transcribe.
   */
  chunks: Span[][];
  /** `undefined` if no engine here transcribes this language. */
  transcriber: Transcriber | undefined;
}

/**
 * Returns a fetched video's audio and what to transcribe in it. Missing artifacts are made.
 * @param spoken the language that the creator chose, or "auto"
 */
export async function hearingOf(context: Context, videoId: string, spoken: string): Promise<Hearing> {
  const { backend, engines, signal } = context;
  const { identifier, transcribers } = engines;
  const video = await getVideo(backend.db, videoId);
  const { sha256, subtitles, openSubtitles } = await fetchedFile(backend, video.fetchKey);
  const sound = await soundOf(context, video);
  const hasSound = sound.files.length > 0;
  const speech = hasSound ? speechOf(sound.data) : [];
  const subtitleKeys = subtitles.flatMap((file) => [file.sha256, file.language, file.default ?? false]);
  const key = artifactKey(FIND_SPEECH, [sha256, sound.key, spoken, nameOf(identifier), ...subtitleKeys]);
  const { data: found } = await backend.artifacts.build(FIND_SPEECH, key, video.ownerId, async () => {
    const { ffmpeg } = backend;
    const { durationMs } = sound.data;
    const { path } = await openVideo(backend, video.fetchKey, { ownerId: video.ownerId, signal });
    const files = await openSubtitles();
    const read = await readCarriedSubtitles({ ffmpeg, path, files, durationMs, spoken, signal });
    const carried = read === 'unreadable' ? null : read;
    const asks = spoken === 'auto' && carried === null && speech.length > 0;
    const wavPath = asks ? await sound.path('speech.wav') : undefined;
    const identified = wavPath
      ? await transcribeInParallel(1, async (threads) =>
          identifier?.identify({ wavPath, speech, threads: threads(), signal }),
        )
      : undefined;
    const language = spoken === 'auto' ? (identified ?? null) : spoken;
    return { data: { carried, unreadSubtitles: read === 'unreadable', language }, files: [] };
  });
  return {
    key,
    ownerId: video.ownerId,
    sound,
    found,
    chunks: found.carried ? [] : planChunks(speech),
    transcriber: transcriberFor(transcribers, found.language),
  };
}

/**
 * Transcribes chunks one after another, and reuses chunks that any worker has transcribed before.
 * @param steps how many steps transcribe the video's chunks in parallel
 * @returns their words, in order; empty if no engine here transcribes the language
 */
export async function transcribeChunks(
  { backend, signal, report, log }: Context,
  { sound, found, transcriber, ownerId }: Hearing,
  chunks: readonly Span[][],
  steps = 1,
): Promise<Built<Transcription>[]> {
  if (!transcriber || sound.files.length === 0) return [];
  const { durationMs } = sound.data;
  const { language } = found;
  const totalMs = spokenMs(chunks.flat());
  const expected = Math.min(steps, backend.config.worker.concurrency);
  const all: Built<Transcription>[] = [];
  let beforeMs = 0;
  for (const speech of chunks) {
    const [from, to, ownMs] = [speech[0]!.startMs, speech.at(-1)!.endMs, spokenMs(speech)];
    const reportPart = (part: number) => {
      const place = Math.min(1, (from + part * (to - from)) / durationMs);
      report((beforeMs + part * ownMs) / totalMs, timeWords('Transcribing', place, durationMs));
    };
    reportPart(0);
    const spans = speech.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    const key = artifactKey(CHUNK, [sound.key, nameOf(transcriber), language, spans]);
    const chunk = await backend.artifacts.build(CHUNK, key, ownerId, async (workDir) => {
      const wavPath = await sound.path('speech.wav');
      const options = { workDir, language: language ?? undefined, signal, onProgress: reportPart, log };
      return transcribeInParallel(expected, async (threads) => ({
        data: await transcriber.transcribe({ wavPath, speech, threads: threads(), ...options }),
        files: [],
      }));
    });
    all.push(chunk);
    beforeMs += ownMs;
  }
  return all;
}

/** Returns a fetched video's audio, which is extracted if it does not exist. */
async function soundOf(
  { backend, engines, signal, report }: Context,
  video: VideoRow,
): Promise<Built<Sound>> {
  const { ffmpeg, artifacts } = backend;
  const { detector } = engines;
  const { sha256 } = await fetchedFile(backend, video.fetchKey);
  const key = artifactKey(extractSound, [sha256, detector?.version ?? 'none']);
  return artifacts.build(extractSound, key, video.ownerId, async (dir) => {
    const { path: source } = await openVideo(backend, video.fetchKey, { ownerId: video.ownerId, signal });
    const { probe, durationMs } = await probeVideo(ffmpeg, source, signal);
    if (!probe.audio) return { data: { durationMs, speech: [] }, files: [] };
    const reportPart = (fraction: number) => report(fraction, timeWords('Listening', fraction, durationMs));
    const path = join(dir, 'speech.wav');
    await extractSpeech(
      { path: source, probe, audio: probe.audio, durationMs },
      { ffmpeg, outFile: path, signal, onProgress: (part) => reportPart(part * EXTRACTING) },
    );
    const speech = await detector?.detect(path, {
      signal,
      onProgress: (part) => reportPart(EXTRACTING + part * (1 - EXTRACTING)),
    });
    return { data: { durationMs, speech: speech ? widen(speech, durationMs) : null }, files: ['speech.wav'] };
  });
}

/** Returns the spans to transcribe. */
function speechOf({ speech, durationMs }: Sound): Span[] {
  if (speech) return speech;
  return Array.from({ length: Math.ceil(durationMs / UNDETECTED_MS) }, (_, i) => ({
    startMs: i * UNDETECTED_MS,
    endMs: Math.min((i + 1) * UNDETECTED_MS, durationMs),
  }));
}
