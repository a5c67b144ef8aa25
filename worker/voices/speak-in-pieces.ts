import { writeFile } from 'node:fs/promises';
import type { Pcm } from '../audio/decode-wav.ts';
import { readWavInfo, wavHeader, writeEmptyWav } from '../audio/wav.ts';
import { EngineFailedError } from '../engines/run-engine.ts';
import { splitText } from '../text/split-text.ts';
import { plainText, type SpeakInput } from './voice.ts';

export interface SpeechServer {
  /** The name of the server in messages. */
  name: string;
  /** The most UTF-16 code units in one request. */
  maxLength: number;
  /** The sample rate of a file without audio. */
  sampleRate: number;
  say(text: string): Promise<Pcm>;
}

/**
 * Sends a text of any length to a speech server, some sentences at a time, and writes one WAV file. Sends
 * nothing if there is nothing to speak.
 */
export async function speakInPieces(
  { text, outFile, signal }: SpeakInput,
  { name, maxLength, sampleRate, say }: SpeechServer,
): Promise<{ durationMs: number }> {
  // Fails immediately, before anything is charged, if the file cannot be written.
  await writeEmptyWav(outFile, sampleRate);
  const parts: Pcm[] = [];
  for (const piece of splitText(plainText(text), maxLength)) {
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    signal?.throwIfAborted();
    const part = await say(piece);
    if (part.data.length === 0) throw new EngineFailedError(`${name} returned no audio.`);
    if (part.sampleRate !== (parts[0] ?? part).sampleRate) {
      throw new EngineFailedError(`${name} changed its sample rate in the middle of a text.`);
    }
    parts.push(part);
  }
  if (parts.length > 0) {
    const data = Buffer.concat(parts.map((part) => part.data));
    const header = wavHeader({ sampleRate: parts[0]!.sampleRate, channels: 1, dataBytes: data.length });
    await writeFile(outFile, Buffer.concat([header, data]));
  }
  const { durationMs } = await readWavInfo(outFile);
  return { durationMs };
}
