import { findExecutable, runEngine } from '../engines/run-engine.ts';
import { readWavInfo, writeEmptyWav } from '../audio/wav.ts';
import {
  ESPEAK_LANGUAGES,
  ESPEAK_SAMPLE_RATE,
  espeakRate,
  espeakVoice,
  speakableText,
} from './espeak-voices.ts';
import { clampSpeed, oneOfEach, type Voice } from './voice.ts';

const COMMAND = 'espeak-ng';
/** Version of this engine, part of artifact keys. Increase it when its voices or options change. */
const ENGINE_VERSION = 1;

/** Uses the espeak-ng program: a hundred words in a tenth of a second, offline. */
export async function createEspeakNg(): Promise<Voice> {
  const installed = await installedVersion();
  return {
    id: 'espeak-ng',
    title: 'eSpeak NG',
    licence: 'GPL-3.0',
    speakers: oneOfEach('espeak-ng', 'eSpeak NG'),
    version: `${installed ?? 'none'}.${ENGINE_VERSION}`,
    languages: ESPEAK_LANGUAGES,
    readsLatin: true,
    unavailable: async () => (installed === null ? 'espeak-ng is not installed (Debian: espeak-ng).' : null),
    async speak({ text, language, gender, speed, outFile, signal }) {
      // espeak writes no file if there is nothing to speak.
      await writeEmptyWav(outFile, ESPEAK_SAMPLE_RATE);
      const rate = String(espeakRate(clampSpeed(speed)));
      await runEngine({
        command: COMMAND,
        // -b 1: the input is UTF-8.
        args: ['-b', '1', '-v', espeakVoice(language, gender), '-s', rate, '-w', outFile, '--stdin'],
        input: speakableText(text),
        signal,
      });
      const { durationMs } = await readWavInfo(outFile);
      return { durationMs };
    },
  };
}

async function installedVersion(): Promise<string | null> {
  if (!findExecutable(COMMAND)) return null;
  let version: string | null = null;
  try {
    await runEngine({
      command: COMMAND,
      args: ['--version'],
      onLine: (line) => (version ??= /(?<![\d.])(\d+(?:\.\d+)+)/.exec(line)?.[1] ?? null),
    });
  } catch {
    return null;
  }
  return version;
}
