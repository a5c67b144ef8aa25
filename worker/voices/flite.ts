import type { Gender } from '#contract/primitives.ts';
import { readWavInfo, writeEmptyWav } from '../audio/wav.ts';
import { findExecutable, runEngine } from '../engines/run-engine.ts';
import { clampSpeed, oneOfEach, plainText, type Voice } from './voice.ts';

const COMMAND = 'flite';
/** How much each voice is stretched, for a calm pace of about 160 words per minute. */
const VOICES: Record<Gender, { name: string; stretch: number }> = {
  male: { name: 'rms', stretch: 1 },
  female: { name: 'slt', stretch: 1.1 },
};
const SAMPLE_RATE = 16_000;
/** Version of this engine, part of artifact keys. Increase it when its voices or options change. */
const ENGINE_VERSION = 1;

/** It reads only ASCII. These are the letters that Unicode does not decompose. */
const SPELLED: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ' - ',
  '—': ' - ',
  '€': ' euros ',
  '£': ' pounds ',
  '°': ' degrees ',
  '×': ' times ',
  '⁄': '/',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Uses flite: English, with voices that a recogniser understands (word errors 12% and 25%), offline. */
export async function createFlite(): Promise<Voice> {
  const installed = await installedVersion();
  return {
    id: 'flite',
    title: 'Flite',
    licence: 'BSD',
    speakers: oneOfEach('flite', 'Flite'),
    version: `${installed ?? 'none'}.${ENGINE_VERSION}`,
    languages: ['en'],
    readsLatin: false,
    reads: (text) => !/[^\P{L}\p{ASCII}]|[^\P{N}\p{ASCII}]|[^\P{Sc}\p{ASCII}]/u.test(toAscii(text)),
    unavailable: async () => (installed === null ? 'flite is not installed (Debian: flite).' : null),
    async speak({ text, gender, speed, outFile, signal }) {
      // Fails immediately if the file cannot be written, which flite does not.
      await writeEmptyWav(outFile, SAMPLE_RATE);
      const { name, stretch } = VOICES[gender];
      const duration = (stretch / clampSpeed(speed)).toFixed(4);
      await runEngine({
        command: COMMAND,
        args: ['-voice', name, '--setf', `duration_stretch=${duration}`, '-f', '-', '-o', outFile],
        // Anything else, such as emoji, is not spoken.
        input: toAscii(text).replace(/\P{ASCII}/gu, ' '),
        signal,
      });
      const { durationMs } = await readWavInfo(outFile);
      return { durationMs };
    },
  };
}

/** Letters without an ASCII spelling are left unchanged. */
const toAscii = (text: string) =>
  plainText(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(
      /\P{ASCII}/gu,
      (letter) => SPELLED[letter] ?? SPELLED[letter.toLowerCase()]?.toUpperCase() ?? letter,
    );

async function installedVersion(): Promise<string | null> {
  if (!findExecutable(COMMAND)) return null;
  let version: string | null = null;
  const onLine = (line: string) => (version ??= /flite-(\d+(?:\.\d+)+)/.exec(line)?.[1] ?? null);
  // It prints its version and then exits with 1.
  await runEngine({ command: COMMAND, args: ['--version'], onLine }).catch(() => {});
  return version;
}
