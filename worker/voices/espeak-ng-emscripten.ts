import { fileURLToPath } from 'node:url';
import { runEngine } from '../engines/run-engine.ts';
import { readWavInfo, writeEmptyWav } from '../audio/wav.ts';
import {
  ESPEAK_LANGUAGES,
  ESPEAK_SAMPLE_RATE,
  espeakRate,
  espeakVoice,
  speakableText,
} from './espeak-voices.ts';
import { clampSpeed, oneOfEach, type Voice } from './voice.ts';

const CHILD = fileURLToPath(import.meta.resolve('#worker/voices/espeak-child.mjs'));

/** espeak-ng as an optional npm package, for machines without the program; ten to twenty times slower. */
export function createEspeakNgEmscripten(): Voice {
  let usable = false;
  return {
    id: 'espeak-ng-emscripten',
    title: 'eSpeak NG (npm)',
    licence: 'GPL-3.0',
    speakers: oneOfEach('espeak-ng-emscripten', 'eSpeak NG (npm)'),
    // The package's version, followed by ours.
    version: '0.3.5.2',
    languages: ESPEAK_LANGUAGES,
    readsLatin: true,
    async unavailable() {
      if (usable) return null;
      try {
        await runEngine({ command: process.execPath, args: [CHILD] });
        usable = true;
        return null;
      } catch {
        return 'The npm build of espeak-ng is not installed: run npm ci without leaving out optional packages.';
      }
    },
    async speak({ text, language, gender, speed, outFile, signal }) {
      // espeak writes no file if there is nothing to speak.
      await writeEmptyWav(outFile, ESPEAK_SAMPLE_RATE);
      await runEngine({
        command: process.execPath,
        args: [CHILD, espeakVoice(language, gender), String(espeakRate(clampSpeed(speed))), outFile],
        // Unlike the program, it interprets markup, which starts with a sign and a letter.
        input: speakableText(text).replace(/<(?=\S)/g, '< '),
        signal,
      });
      const { durationMs } = await readWavInfo(outFile);
      return { durationMs };
    },
  };
}
