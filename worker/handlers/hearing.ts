import { join } from 'node:path';
import { z } from 'zod';
import { extractSound, type Sound, transcriptWordSchema } from '#contract/jobs/processing.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { getVideo, type VideoRow } from '#core/repositories/media/videos.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { timeWords } from '../detail-words.ts';
import { nameOf } from '../engines.ts';
import { extractSpeech } from '../media/extract-speech.ts';
import { probeVideo } from '../media/probe-video.ts';
import { hearBeside } from '../transcribers/side-by-side.ts';
import { readCarriedSubtitles } from '../transcribers/carried-subtitles.ts';
import { planChunks, type Span, spokenMs, widen } from '../transcribers/chunks.ts';
import { transcriberFor } from '../transcribers/registry.ts';
import type { Heard, Transcriber } from '../transcribers/transcriber.ts';
import type { StepContext } from './handler.ts';
import { fetchedFile, openVideo } from './media-of.ts';

/** What is known of a video's speech before it is heard: found once, whoever hears its chunks. */
const FIND_SPEECH = {
  name: 'find-speech',
  version: 4,
  result: z.object({
    /** What the video's own subtitles say. */
    carried: z
      .object({ language: z.string(), words: transcriptWordSchema.array(), skippedCues: z.int().optional() })
      .nullable(),
    unreadSubtitles: z.boolean(),
    /** As chosen or identified, ISO 639-1; null when unknown. */
    language: z.string().nullable(),
  }),
};
/** One chunk of a sound, stored by itself: a killed worker loses two minutes of speech, not an hour. */
const CHUNK = {
  name: 'transcribe-chunk',
  version: 2,
  result: z.object({ language: z.string(), words: transcriptWordSchema.array() }),
};
/** Where no detector says who speaks when, a server gets pieces of this length, in ms. */
const UNDETECTED_MS = 300_000;
/** ffmpeg's part of the sound; the rest finds the speech. */
const EXTRACTING = 0.5;

export type Context = Pick<StepContext<never>, 'backend' | 'engines' | 'signal' | 'report' | 'log'>;

export interface Hearing {
  /** Names everything that follows from the video and the language alone. */
  key: string;
  ownerId: string | null;
  sound: Built<Sound>;
  found: z.output<typeof FIND_SPEECH.result>;
  /** Where somebody speaks, in the chunks in which it is heard; none where nothing is to be heard. */
  chunks: Span[][];
  /** Undefined where nothing here hears this language. */
  transcriber: Transcriber | undefined;
}

/**
 * A fetched video's sound, and what is to be heard in it; what does not exist yet is made.
 * @param spoken the language that the creator chose, or "auto"
 */
export async function hearingOf(context: Context, videoId: string, spoken: string): Promise<Hearing> {
  const { backend, engines, signal } = context;
  const { identifier, transcribers } = engines;
  const video = await getVideo(backend.db, videoId);
  const { sha256, subtitles } = await fetchedFile(backend, video.fetch_key);
  const sound = await soundOf(context, video);
  const wavPath = sound.files['speech.wav'];
  const speech = wavPath ? speechOf(sound.data) : [];
  const beside = subtitles.flatMap((file) => [file.sha256, file.language, file.default ?? false]);
  const key = artifactKey(FIND_SPEECH, [sha256, sound.key, spoken, nameOf(identifier), ...beside]);
  const { data: found } = await backend.artifacts.build(FIND_SPEECH, key, video.owner_id, async () => {
    const { ffmpeg } = backend;
    const { durationMs } = sound.data;
    const { path } = await openVideo(backend, video.fetch_key, { ownerId: video.owner_id, signal });
    const read = await readCarriedSubtitles({ ffmpeg, path, files: subtitles, durationMs, spoken, signal });
    const carried = read === 'unreadable' ? null : read;
    const asks = spoken === 'auto' && carried === null && wavPath && speech.length > 0;
    const identified = asks
      ? await hearBeside(1, async (threads) =>
          identifier?.identify({ wavPath, speech, threads: threads(), signal }),
        )
      : undefined;
    const language = spoken === 'auto' ? (identified ?? null) : spoken;
    return { data: { carried, unreadSubtitles: read === 'unreadable', language }, files: [] };
  });
  return {
    key,
    ownerId: video.owner_id,
    sound,
    found,
    chunks: found.carried ? [] : planChunks(speech),
    transcriber: transcriberFor(transcribers, found.language),
  };
}

/**
 * Hears chunks one after the other; what any worker has heard before is taken from there.
 * @param steps how many steps hear the video's chunks side by side
 * @returns their words, in order; none where nothing hears this language
 */
export async function hearChunks(
  { backend, signal, report, log }: Context,
  { sound, found, transcriber, ownerId }: Hearing,
  chunks: readonly Span[][],
  steps = 1,
): Promise<Built<Heard>[]> {
  const wavPath = sound.files['speech.wav'];
  if (!transcriber || !wavPath) return [];
  const { durationMs } = sound.data;
  const { language } = found;
  const totalMs = spokenMs(chunks.flat());
  const expected = Math.min(steps, backend.config.worker.concurrency);
  const all: Built<Heard>[] = [];
  let beforeMs = 0;
  for (const speech of chunks) {
    const [from, to, ownMs] = [speech[0]!.startMs, speech.at(-1)!.endMs, spokenMs(speech)];
    const tell = (part: number) => {
      const place = Math.min(1, (from + part * (to - from)) / durationMs);
      report((beforeMs + part * ownMs) / totalMs, timeWords('Transcribing', place, durationMs));
    };
    tell(0);
    const spans = speech.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    const key = artifactKey(CHUNK, [sound.key, nameOf(transcriber), language, spans]);
    const heard = await backend.artifacts.build(CHUNK, key, ownerId, async (workDir) => {
      const options = { workDir, language: language ?? undefined, signal, onProgress: tell, log };
      return hearBeside(expected, async (threads) => ({
        data: await transcriber.transcribe({ wavPath, speech, threads: threads(), ...options }),
        files: [],
      }));
    });
    all.push(heard);
    beforeMs += ownMs;
  }
  return all;
}

/** A fetched video's sound; it is made if it does not exist. */
async function soundOf(
  { backend, engines, signal, report }: Context,
  video: VideoRow,
): Promise<Built<Sound>> {
  const { ffmpeg, artifacts } = backend;
  const { detector } = engines;
  const { sha256 } = await fetchedFile(backend, video.fetch_key);
  const key = artifactKey(extractSound, [sha256, detector?.version ?? 'none']);
  return artifacts.build(extractSound, key, video.owner_id, async (dir) => {
    const { path: source } = await openVideo(backend, video.fetch_key, { ownerId: video.owner_id, signal });
    const { probe, durationMs } = await probeVideo(ffmpeg, source, signal);
    if (!probe.audio) return { data: { durationMs, speech: [] }, files: [] };
    const tell = (fraction: number) => report(fraction, timeWords('Listening', fraction, durationMs));
    const path = join(dir, 'speech.wav');
    await extractSpeech(
      { path: source, probe, audio: probe.audio, durationMs },
      { ffmpeg, outFile: path, signal, onProgress: (part) => tell(part * EXTRACTING) },
    );
    const speech = await detector?.detect(path, {
      signal,
      onProgress: (part) => tell(EXTRACTING + part * (1 - EXTRACTING)),
    });
    return { data: { durationMs, speech: speech ? widen(speech, durationMs) : null }, files: ['speech.wav'] };
  });
}

/** The stretches to hear. */
function speechOf({ speech, durationMs }: Sound): Span[] {
  if (speech) return speech;
  return Array.from({ length: Math.ceil(durationMs / UNDETECTED_MS) }, (_, i) => ({
    startMs: i * UNDETECTED_MS,
    endMs: Math.min((i + 1) * UNDETECTED_MS, durationMs),
  }));
}
