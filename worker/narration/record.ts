import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spoken } from '#contract/jobs/generation.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import { StepError } from '#core/lib/errors.ts';
import { readWavInfo, wavHeader } from '../audio/wav.ts';
import { speakable } from '../voices/normalise/normalise.ts';
import type { Voice } from '../voices/voice.ts';
import { spokenSentences } from './sentences.ts';

/** Samples below this are silence: a 300th of full scale, about -50 dB. */
const SILENT_BELOW = 110;
/** The silence around the speech, and between two sentences at normal pace, in ms. */
const MARGIN_MS = 25;
const PAUSE_MS = 260;

export interface RecordOptions {
  voice: Voice;
  text: string;
  language: Language;
  gender: Gender;
  /** One of the voice's speakers; by default the first one of the gender. */
  speaker?: string | undefined;
  /** 1 is the voice's normal pace, 1.1 is a tenth faster. */
  speed: number;
  /** This attempt's own folder. */
  dir: string;
  outFile: string;
  signal: AbortSignal;
  /** Receives the completed part, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/**
 * Records a text sentence by sentence into one WAV file, so that each sentence's time is known whatever the
 * voice reports. The voice gets figures and abbreviations spelled out; the returned sentences are as written.
 * @returns the sentences with their times in ms of the file
 * @throws StepError if there is nothing to speak, or the voice produced no audio
 */
export async function recordNarration(options: RecordOptions): Promise<Spoken[]> {
  const { voice, text, language, gender, speaker, speed, dir, outFile, signal } = options;
  const sentences = spokenSentences(text, language);
  if (sentences.length === 0) throw new StepError('nothing_to_say', 'There is nothing to read aloud.');
  const spoken: Spoken[] = [];
  const parts: Buffer[] = [];
  let format: { sampleRate: number; channels: number } | undefined;
  let bytes = 0;
  for (const [index, sentence] of sentences.entries()) {
    const file = join(dir, `sentence-${index}.wav`);
    const speakableText = speakable(sentence, language, { latin: voice.readsLatin });
    await voice.speak({ text: speakableText, language, gender, speaker, speed, outFile: file, signal });
    const info = await readWavInfo(file);
    if (format && (info.sampleRate !== format.sampleRate || info.channels !== format.channels)) {
      throw new Error(`${voice.id} changed its format between two sentences.`);
    }
    format ??= { sampleRate: info.sampleRate, channels: info.channels };
    const all = await readFile(file);
    const sound = audible(all.subarray(info.dataOffset, info.dataOffset + info.dataBytes), info);
    options.onProgress?.((index + 1) / sentences.length);
    if (sound.length === 0) continue;
    const toBytes = (ms: number) => Math.round((ms * info.sampleRate) / 1000) * info.frameBytes;
    const toMs = (length: number) => Math.round((length / info.frameBytes / info.sampleRate) * 1000);
    if (parts.length > 0) {
      const pause = Buffer.alloc(toBytes(PAUSE_MS / speed));
      parts.push(pause);
      bytes += pause.length;
    }
    spoken.push({ text: sentence, startMs: toMs(bytes), endMs: toMs(bytes + sound.length) });
    parts.push(sound);
    bytes += sound.length;
  }
  if (!format || spoken.length === 0) {
    throw new StepError('nothing_to_say', 'The voice could not speak this text. Please change it.');
  }
  await writeFile(outFile, Buffer.concat([wavHeader({ ...format, dataBytes: bytes }), ...parts]));
  return spoken;
}

/** Returns a recording without the silence at its ends. */
function audible(pcm: Buffer, info: { sampleRate: number; frameBytes: number }): Buffer {
  const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
  const perFrame = info.frameBytes / 2;
  const first = samples.findIndex((value) => Math.abs(value) > SILENT_BELOW);
  if (first === -1) return Buffer.alloc(0);
  const last = samples.findLastIndex((value) => Math.abs(value) > SILENT_BELOW);
  const marginSamples = Math.round((MARGIN_MS * info.sampleRate) / 1000);
  const from = Math.max(0, Math.floor(first / perFrame) - marginSamples);
  const to = Math.min(samples.length / perFrame, Math.floor(last / perFrame) + 1 + marginSamples);
  return pcm.subarray(from * info.frameBytes, to * info.frameBytes);
}
