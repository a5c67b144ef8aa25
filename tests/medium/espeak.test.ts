import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWavInfo } from '../../worker/audio/wav.ts';
import { createEspeakNg } from '../../worker/voices/espeak-ng.ts';
import { rms, tempFolder } from '../helpers/media/speech.ts';

const voice = await createEspeakNg();
const missing = await voice.unavailable();
let temp: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  temp = await tempFolder();
});
afterAll(() => temp.remove());

let made = 0;
async function speak(text: string, over: Partial<Parameters<typeof voice.speak>[0]> = {}) {
  made += 1;
  const outFile = join(temp.folder, `${made}.wav`);
  const { durationMs } = await voice.speak({
    text,
    language: 'en',
    gender: 'male',
    speed: 1,
    outFile,
    ...over,
  });
  return { durationMs, outFile };
}

describe.skipIf(missing !== null)('espeak-ng', () => {
  it('reads five thousand words at its pace', async () => {
    const { durationMs, outFile } = await speak('The river runs past the old stone bridge. '.repeat(625));
    expect(durationMs).toBe((await readWavInfo(outFile)).durationMs);
    // 160 words a minute, and pauses between sentences.
    expect(durationMs / 60_000).toBeGreaterThan(22);
    expect(durationMs / 60_000).toBeLessThan(50);
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

  it('obeys no markup: a break of 20 seconds is read, not kept', async () => {
    const { durationMs } = await speak('<speak>Hello<break time="20s"/> world.</speak>');
    expect(durationMs).toBeGreaterThan(2000);
    expect(durationMs).toBeLessThan(15_000);
  });

  it('does not take brackets for its own phonemes', async () => {
    const phonemes = await speak('[[h@loUh@loUh@loU]]');
    const letters = await speak('[ [h@loUh@loUh@loU]]');
    expect(phonemes.durationMs).toBe(letters.durationMs);
  });

  it.each(['', '   ', '\n\n', '\u0000\u0007', '…', '\uD800'])(
    'makes a file of nothing to say: %j',
    async (text) => {
      const { durationMs, outFile } = await speak(text);
      expect(durationMs).toBeLessThan(1000);
      expect((await readWavInfo(outFile)).durationMs).toBe(durationMs);
    },
  );

  it('says the same with control characters as without', async () => {
    const clean = await speak('Good morning everyone.');
    expect((await speak('Good\u0007 mor\u200bning\u0000 everyone.')).durationMs).toBeGreaterThan(500);
    expect((await speak('\u001bGood morning\u0085everyone.')).durationMs).toBe(clean.durationMs);
  });

  it('speaks emoji and mixed scripts', async () => {
    const { outFile } = await speak('😀 नमस्ते hello নমস্কার 你好');
    expect(await rms(outFile)).toBeGreaterThan(0.01);
  });

  it('is a tenth shorter at a speed of 1.1', async () => {
    const text = 'The river runs past the old stone bridge and into the valley below. '.repeat(5);
    const ratio = (await speak(text, { speed: 1.1 })).durationMs / (await speak(text)).durationMs;
    expect(ratio).toBeGreaterThan(0.86);
    expect(ratio).toBeLessThan(0.96);
    expect((await speak(text, { speed: 9 })).durationMs).toBe((await speak(text, { speed: 1.1 })).durationMs);
  });
});
