import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { type Span, widen } from '../../../worker/transcribers/chunks.ts';
import { createSpeechDetector } from '../../../worker/transcribers/sherpa/speech-detector.ts';
import type {
  Transcription,
  TranscribeInput,
  Transcriber,
} from '../../../worker/transcribers/transcriber.ts';

const run = promisify(execFile);

/** The text that synthetic voices speak in tests. */
export const PASSAGE = `The history of bread begins a long time ago. Farmers grew wheat near the river, and people
made flour from it. Every morning the baker opened the shop. Children bought warm bread on the way to school.
Today we make bread in many ways, but the smell is still the same.`;

/** Creates a folder for one test file. Call the second function to remove it. */
export async function tempFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-speech-'));
  await mkdir(folder, { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Converts anything that ffmpeg reads to the worker's input of transcription: 16 kHz, mono, 16 bit. `input`
 * are ffmpeg's arguments.
 */
export async function toSpeechWav(input: readonly string[], wavPath: string): Promise<string> {
  const output = ['-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', '-y', wavPath];
  await run('ffmpeg', ['-nostdin', '-v', 'error', ...input, ...output]);
  return wavPath;
}

/** Speaks a text without quotes, colons or backslashes by flite. */
export async function fliteWav(text: string, wavPath: string, voice = 'slt'): Promise<string> {
  const flat = text.replace(/\s+/g, ' ').replace(/,/g, '\\,');
  return toSpeechWav(['-f', 'lavfi', '-i', `flite=text='${flat}':voice=${voice}`], wavPath);
}

/** Speaks a text by espeak-ng in any of its voices, such as "hi" or "bn+f2". */
export async function espeakWav(text: string, wavPath: string, voice: string): Promise<string> {
  const spoken = `${wavPath}.espeak.wav`;
  await run('espeak-ng', ['-v', voice, '-s', '150', '-w', spoken, text]);
  return toSpeechWav(['-i', spoken], wavPath);
}

/** Makes an audio file from a lavfi source. */
export async function lavfiWav(source: string, wavPath: string): Promise<string> {
  return toSpeechWav(['-f', 'lavfi', '-i', source], wavPath);
}

/** Returns the root mean square of a 16 bit WAV file, 0 to 1. */
export async function rms(wavPath: string): Promise<number> {
  const { dataOffset, dataBytes } = await readWavInfo(wavPath);
  const data = (await readFile(wavPath)).subarray(dataOffset, dataOffset + dataBytes);
  let sum = 0;
  for (let i = 0; i + 1 < data.length; i += 2) sum += (data.readInt16LE(i) / 32_768) ** 2;
  return Math.sqrt(sum / Math.max(1, data.length / 2));
}

const detector = createSpeechDetector();

/**
 * Returns a recogniser's transcript of an audio file: of these ranges, or of those in which the detector
 * finds speech.
 */
export async function hear(
  engine: Transcriber,
  wavPath: string,
  options: Partial<TranscribeInput> = {},
): Promise<Transcription & { speech: readonly Span[] }> {
  const durationMs = (await readWavInfo(wavPath).catch(() => null))?.durationMs ?? 1000;
  const speech = options.speech
    ? options.speech.map((span) => ({ ...span, endMs: Math.min(span.endMs, durationMs) }))
    : widen(await detector.detect(wavPath), durationMs);
  const workDir = await mkdtemp(join(tmpdir(), 'cutroom-heard-'));
  try {
    return { ...(await engine.transcribe({ wavPath, workDir, ...options, speech })), speech };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Returns the word error rate: edits divided by the number of intended words; 0 is perfect. */
export function wordErrorRate(referenceText: string, transcript: string): number {
  const split = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z' ]+/g, ' ')
      .split(' ')
      .filter((w) => w !== '');
  const reference = split(referenceText);
  let row = split(transcript).map((_, i) => i + 1);
  row.unshift(0);
  const words = split(transcript);
  for (const [i, word] of reference.entries()) {
    const next = [i + 1];
    for (const [j, other] of words.entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)! / reference.length;
}
