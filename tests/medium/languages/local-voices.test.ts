import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { createPocketsphinx } from '../../../worker/transcribers/pocketsphinx/pocketsphinx.ts';
import { allVoices, chooseVoice } from '../../../worker/engine-set/voices.ts';
import type { SpeakInput, Voice } from '../../../worker/voices/voice.ts';
import { hear, PASSAGE, rms, tempFolder, toSpeechWav, wordErrorRate } from '../../helpers/media/speech.ts';

const voices = await allVoices({});
const ear = createPocketsphinx();
const deaf = (await ear.unavailable()) !== null;
let temp: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  temp = await tempFolder();
});
afterAll(() => temp.remove());

let fileCount = 0;
async function speakBy(voice: Voice, text: string, over: Partial<SpeakInput> = {}) {
  fileCount += 1;
  const outFile = join(temp.folder, `${fileCount}.wav`);
  const input = { text, language: 'en', gender: 'male', speed: 1, outFile, ...over } as const;
  const { durationMs } = await voice.speak(input);
  return { durationMs, outFile };
}

const errors = new Map<string, Promise<number>>();
/**
 * Returns the share of the passage that a recogniser gets wrong. Each voice is transcribed once, since that
 * takes seconds.
 */
function errorsOf(voice: Voice, gender: SpeakInput['gender']): Promise<number> {
  const key = `${voice.id} ${gender}`;
  const result = errors.get(key) ?? hearPassage(voice, gender);
  errors.set(key, result);
  return result;
}

async function hearPassage(voice: Voice, gender: SpeakInput['gender']): Promise<number> {
  const { outFile } = await speakBy(voice, PASSAGE, { gender });
  const { words } = await hear(ear, await toSpeechWav(['-i', outFile], `${outFile}.heard.wav`));
  return wordErrorRate(PASSAGE, words.map(({ text }) => text).join(' '));
}

it.skipIf(deaf)('reads English with the voice that is understood best', async () => {
  const { voices: chosenVoices } = await chooseVoice({});
  for (const gender of ['male', 'female'] as const) {
    const request = { language: 'en', gender, speaker: null } as const;
    const { engine } = chosenVoices!.speakerOf(request, PASSAGE);
    const chosen = await errorsOf(engine, gender);
    for (const other of voices) {
      if ((await other.unavailable()) !== null) continue;
      // The recogniser's errors for one voice vary by this much.
      expect(chosen).toBeLessThan((await errorsOf(other, gender)) + 0.1);
    }
  }
});

describe.each(voices.map((voice) => [voice.id, voice] as const))('%s', async (_, voice) => {
  const missing = await voice.unavailable();
  const speak = (text: string, over: Partial<SpeakInput> = {}) => speakBy(voice, text, over);

  describe.skipIf(missing !== null)('if it is installed', () => {
    // The recogniser makes the most errors for espeak-ng's female voice: 0.73.
    it.skipIf(deaf).each(['male', 'female'] as const)('speaks what is written, %s', async (gender) => {
      expect(await errorsOf(voice, gender)).toBeLessThan(0.8);
    });

    it('treats typographic characters like plain ones', async () => {
      const plain = await speak('"It\'s a cafe," she said, "the best - of all..."');
      const { durationMs } = await speak('“It’s a café,” she said, “the best – of all…”');
      expect(durationMs / plain.durationMs).toBeGreaterThan(0.9);
      expect(durationMs / plain.durationMs).toBeLessThan(1.1);
    });

    it('reads a thousand words at its own pace', async () => {
      const { durationMs, outFile } = await speak('The river runs past the old stone bridge. '.repeat(125));
      expect(durationMs).toBe((await readWavInfo(outFile)).durationMs);
      // 160 words a minute, and pauses between sentences.
      expect(durationMs / 60_000).toBeGreaterThan(4.4);
      expect(durationMs / 60_000).toBeLessThan(10);
    });

    it('reads hostile text as text', async () => {
      const marker = join(temp.folder, 'pwned');
      for (const text of [
        `$(touch ${marker})`,
        `\`touch ${marker}\``,
        `; touch ${marker}`,
        `" && touch ${marker} "`,
      ]) {
        expect((await speak(text)).durationMs).toBeGreaterThan(500);
      }
      expect(existsSync(marker)).toBe(false);
      expect((await speak('--help')).durationMs).toBeLessThan(5000);
      expect((await speak('-f /etc/passwd')).durationMs).toBeLessThan(6000);
    });

    it('does not interpret markup: a break of 20 seconds is read, not inserted', async () => {
      const { durationMs } = await speak('<speak>Hello<break time="20s"/> world.</speak>');
      expect(durationMs).toBeGreaterThan(2000);
      expect(durationMs).toBeLessThan(15_000);
    });

    it.skipIf(!voice.id.startsWith('espeak'))('does not treat brackets as phoneme notation', async () => {
      const phonemes = await speak('[[h@loUh@loUh@loU]]');
      const letters = await speak('[ [h@loUh@loUh@loU]]');
      expect(phonemes.durationMs).toBe(letters.durationMs);
    });

    it.each(['', '   ', '\n\n', '\u0000\u0007', '…', '\uD800'])(
      'writes a file for a text without speakable parts: %j',
      async (text) => {
        const { durationMs, outFile } = await speak(text);
        expect(durationMs).toBeLessThan(1000);
        expect((await readWavInfo(outFile)).durationMs).toBe(durationMs);
      },
    );

    it('sounds the same with control characters as without', async () => {
      const clean = await speak('Good morning everyone.');
      expect((await speak('Good\u0007 mor\u200bning\u0000 everyone.')).durationMs).toBeGreaterThan(500);
      expect((await speak('\u001bGood morning\u0085everyone.')).durationMs).toBe(clean.durationMs);
    });

    it('reads emoji and, if it supports them, mixed scripts', async () => {
      const { outFile } = await speak(voice.reads ? '😀 hello' : '😀 नमस्ते hello নমস্কার 你好');
      expect(await rms(outFile)).toBeGreaterThan(0.01);
    });

    it('is a tenth shorter at a speed of 1.1', async () => {
      const text = 'The river runs past the old stone bridge and into the valley below. '.repeat(5);
      const ratio = (await speak(text, { speed: 1.1 })).durationMs / (await speak(text)).durationMs;
      expect(ratio).toBeGreaterThan(0.86);
      expect(ratio).toBeLessThan(0.96);
      expect((await speak(text, { speed: 9 })).durationMs).toBe(
        (await speak(text, { speed: 1.1 })).durationMs,
      );
    });
  });
});
