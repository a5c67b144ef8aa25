import { join } from 'node:path';
import { z } from 'zod';
import { transcribeMedia, transcriptWordSchema } from '#contract/jobs/processing.ts';
import { getVideo } from '#core/repositories/videos.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { nameOf } from '../engines.ts';
import { readCarriedSubtitles } from '../transcribers/carried-subtitles.ts';
import { mergeChunks, planChunks } from '../transcribers/chunks.ts';
import { judge } from '../transcribers/credible.ts';
import { cutWav } from '../audio/wav.ts';
import { timeWords } from '../detail-words.ts';
import type { Handler } from './handler.ts';
import { fetchedFile, scanOf } from './media-of.ts';

/** One chunk of a sound, stored by itself: a killed worker loses a few minutes of speech, not an hour. */
const CHUNK = {
  name: 'transcribe-chunk',
  version: 1,
  result: z.object({ language: z.string(), words: transcriptWordSchema.array() }),
};

/** Transcript.engine when the words come from the video's own subtitles. */
const SUBTITLES = 'subtitles';

/**
 * Transcribes with times: the video's own subtitles, otherwise recognised speech; nothing without sound or credible
 * speech.
 */
export const handleTranscribeMedia: Handler<'transcribe-media'> = async (context) => {
  const { backend, engines, input, signal, report, log } = context;
  const { transcriber } = engines;
  const video = await getVideo(backend.db, input.videoId);
  const { path, sha256, subtitles } = await fetchedFile(backend, video.fetch_key);
  const scan = await scanOf(backend, video);
  const engine = nameOf(transcriber);
  const beside = subtitles.flatMap((file) => [file.sha256, file.language]);
  const key = artifactKey(transcribeMedia, [sha256, scan.key, engine, ...beside]);
  return backend.artifacts.build(transcribeMedia, key, video.owner_id, async () => {
    const { ffmpeg } = backend;
    const { durationMs } = scan.data;
    const carried = await readCarriedSubtitles({ ffmpeg, path, files: subtitles, durationMs, signal });
    const unreadSubtitles = carried === 'unreadable';
    if (carried && carried !== 'unreadable') {
      return { data: { engine: SUBTITLES, credible: true, unreadSubtitles, ...carried }, files: [] };
    }
    const speech = scan.files['speech.wav'];
    if (!speech || !transcriber) {
      return { data: { engine, language: 'en', credible: false, words: [], unreadSubtitles }, files: [] };
    }
    const chunks = planChunks({ durationMs, silences: scan.data.silences });
    const tell = (reachedMs: number) => {
      const fraction = Math.min(1, reachedMs / durationMs);
      report(fraction, timeWords('Transcribing', fraction, durationMs));
    };
    const parts = [];
    for (const chunk of chunks) {
      tell(chunk.startMs);
      const chunkKey = artifactKey(CHUNK, [sha256, scan.key, engine, chunk.startMs, chunk.endMs]);
      const heard = await backend.artifacts.build(CHUNK, chunkKey, video.owner_id, async (dir) => {
        const wavPath = join(dir, 'chunk.wav');
        await cutWav(speech, wavPath, chunk);
        const onProgress = (fraction: number) =>
          tell(chunk.startMs + fraction * (chunk.endMs - chunk.startMs));
        return { data: await transcriber.transcribe({ wavPath, signal, onProgress, log }), files: [] };
      });
      parts.push({ chunk, ...heard.data });
    }
    const verdict = judge(mergeChunks(parts), scan.data);
    log.info({ videoId: video.id, credible: verdict.credible, reason: verdict.reason }, 'transcribed');
    const { credible, words } = verdict;
    // The language of unrecognised speech is unknown.
    const language = (credible && parts[0]?.language) || 'en';
    return { data: { engine, language, credible, words, unreadSubtitles }, files: [] };
  });
};
