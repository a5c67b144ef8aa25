import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../../worker/engines/run-engine.ts';
import { judge } from '../../../worker/transcribers/credible.ts';
import { createPocketsphinx } from '../../../worker/transcribers/pocketsphinx/pocketsphinx.ts';
import {
  espeakWav,
  fliteWav,
  hear,
  lavfiWav,
  PASSAGE,
  tempFolder,
  wordErrorRate,
} from '../../helpers/media/speech.ts';

const engine = createPocketsphinx();
const missing = await engine.unavailable();
const hasEspeak = findExecutable('espeak-ng') !== null;
const HINDI = `रोटी का इतिहास बहुत पुराना है। किसान नदी के पास गेहूँ उगाते थे और लोग उससे आटा बनाते थे। हर सुबह नानबाई
अपनी दुकान खोलता था। बच्चे स्कूल जाते समय गरम रोटी खरीदते थे। आज हम कई तरह से रोटी बनाते हैं, लेकिन उसकी खुशबू वही है।`;
const BENGALI = `রুটির ইতিহাস অনেক পুরোনো। কৃষকেরা নদীর ধারে গম চাষ করতেন এবং মানুষ তা থেকে আটা বানাত। প্রতিদিন সকালে
দোকানদার তার দোকান খুলতেন। শিশুরা স্কুলে যাওয়ার পথে গরম রুটি কিনত। আজ আমরা নানাভাবে রুটি বানাই, কিন্তু তার গন্ধ একই রকম আছে।`;
let temp: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  temp = await tempFolder();
});
afterAll(() => temp.remove());

async function listen(wavPath: string) {
  const { words, speech } = await hear(engine, wavPath);
  return { words, speech, text: words.map((word) => word.text).join(' '), verdict: judge(words) };
}

describe.skipIf(missing !== null)('pocketsphinx', () => {
  // A clear voice and the least clear one. Measured: slt 12%, kal16 43%.
  it.each([
    ['slt', 0.25],
    ['kal16', 0.6],
  ])('understands the voice %s and finds it credible', async (voice, bound) => {
    const { text, verdict } = await listen(await fliteWav(PASSAGE, join(temp.folder, `${voice}.wav`), voice));
    expect(wordErrorRate(PASSAGE, text)).toBeLessThan(bound);
    expect(verdict).toMatchObject({ credible: true });
  });

  // product 11.1
  it.each([
    ['white noise', 'anoisesrc=d=8:c=white:a=0.3'],
    ['throbbing noise', 'anoisesrc=d=8:c=brown:a=0.6,tremolo=f=3:d=0.9'],
    [
      'an organ',
      "aevalsrc='0.3*sin(2*PI*440*t)*(0.5+0.5*sin(2*PI*5*t))+0.2*sin(2*PI*660*t)*lt(mod(t,0.6),0.3)':d=8",
    ],
    [
      'a melody with drums',
      "aevalsrc='0.2*sin(2*PI*t*(220*pow(2,floor(mod(t*3,8))/12)))*exp(-mod(t*3,1))+0.15*sin(2*PI*t*110*pow(2,floor(mod(t*1.5,5))/12))+0.1*(random(0)-0.5)*exp(-20*mod(t*2,1))':d=8",
    ],
    ['silence', 'anullsrc=r=16000:cl=mono:d=10'],
  ])('is not used for %s', async (name, source) => {
    const { words, speech } = await listen(await lavfiWav(source, join(temp.folder, `${name}.wav`)));
    expect({ words, speech }).toEqual({ words: [], speech: [] });
  });

  it.runIf(process.platform === 'linux')('reports its progress within a passage without pauses', async () => {
    const wavPath = await lavfiWav(
      'anoisesrc=d=40:c=brown:a=0.6,tremolo=f=4:d=0.7',
      join(temp.folder, 'no pause.wav'),
    );
    const parts: number[] = [];
    await hear(engine, wavPath, {
      speech: [{ startMs: 0, endMs: 40_000 }],
      onProgress: (part) => parts.push(part),
    });
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    // The program prints nothing of this passage before its end: progress is reported by the audio that it
    // has read.
    expect(parts.filter((part) => part > 0.1 && part < 0.9)).not.toEqual([]);
  });

  // Voices once mistaken for English speech: confidence alone is not enough.
  it.skipIf(!hasEspeak).each([
    ['hi', HINDI],
    ['bn+f2', BENGALI],
  ])('does not accept %s as English', async (voice, text) => {
    const { words, verdict } = await listen(await espeakWav(text, join(temp.folder, `${voice}.wav`), voice));
    expect(words.length).toBeGreaterThan(20);
    expect(verdict).toMatchObject({ credible: false, words: [] });
  });

  it('recognises nothing in an empty file', async () => {
    const wavPath = await lavfiWav('anullsrc=r=16000:cl=mono:d=0.01', join(temp.folder, 'empty.wav'));
    expect((await listen(wavPath)).words).toEqual([]);
  });
});
