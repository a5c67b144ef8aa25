import { join } from 'node:path';
import type { Language } from '#contract/primitives.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { readWavInfo } from '../audio/wav.ts';
import type { Engines } from '../engine-set/engine-set.ts';
import { SPEECH_RATE } from '../media/scan-plan.ts';
import { planChunks, widen } from '../transcribers/chunks.ts';
import type { EngineLog, Transcriber } from '../transcribers/transcriber.ts';
import type { Caption } from './texts.ts';
import { type PlannedSection, sectionAt } from './plan.ts';

interface Hearing {
  ffmpeg: Ffmpeg;
  detector: NonNullable<Engines['detector']>;
  transcriber: Transcriber;
  /** The path of the film's file. */
  path: string;
  sections: readonly PlannedSection[];
  language: Language;
  /** This attempt's own folder. */
  workDir: string;
  signal: AbortSignal;
  /** The completed part, 0 to 1. */
  onProgress: (fraction: number) => void;
  log: EngineLog;
}

/** Transcribes the narrated sections of a film. Returns the recognised words in order, in ms of the film. */
export async function transcribeNarrations(options: Hearing): Promise<Caption[]> {
  const { ffmpeg, detector, transcriber, sections, language, workDir, signal, onProgress, log } = options;
  const wavPath = join(workDir, 'film.wav');
  const speechFormat = ['-vn', '-ac', '1', '-ar', String(SPEECH_RATE), '-c:a', 'pcm_s16le', '-f', 'wav'];
  await ffmpeg.run([...inputArgs(options.path), ...speechFormat, `file:${wavPath}`], { signal });
  const { durationMs } = await readWavInfo(wavPath);
  const narrated = widen(await detector.detect(wavPath, { signal }), durationMs).filter(
    ({ startMs, endMs }) => sectionAt(sections, (startMs + endMs) / 2)?.narrated,
  );
  if (narrated.length === 0) return [];
  const words: Caption[] = [];
  const chunks = planChunks(narrated);
  for (const [index, speech] of chunks.entries()) {
    const transcript = await transcriber.transcribe({
      wavPath,
      speech,
      language,
      workDir,
      signal,
      log,
      onProgress: (part) => onProgress((index + part) / chunks.length),
    });
    words.push(...transcript.words);
  }
  return words;
}
