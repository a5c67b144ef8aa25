import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExecutable } from '../../../worker/engines/run-engine.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { createSpeechDetector } from '../../../worker/transcribers/sherpa/speech-detector.ts';
import {
  espeakWav,
  fliteWav,
  lavfiWav,
  PASSAGE,
  tempFolder,
  toSpeechWav,
} from '../../helpers/media/speech.ts';

const detector = createSpeechDetector();
const hasEspeak = findExecutable('espeak-ng') !== null;
const HINDI = 'रोटी का इतिहास बहुत पुराना है। किसान नदी के पास गेहूँ उगाते थे और लोग उससे आटा बनाते थे।';
const BENGALI = 'রুটির ইতিহাস অনেক পুরোনো। কৃষকেরা নদীর ধারে গম চাষ করতেন এবং মানুষ তা থেকে আটা বানাত।';
let temp: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  temp = await tempFolder();
});
afterAll(() => temp.remove());

const lengthOf = (stretches: { startMs: number; endMs: number }[]) =>
  stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

describe('the speech detector', () => {
  it('works on this machine, offline', async () => {
    expect(await detector.unavailable()).toBeNull();
  });

  // product 11.1
  it.each([
    ['silence', 'anullsrc=r=16000:cl=mono:d=10'],
    ['a tone', 'sine=f=440:d=8'],
    ['white noise', 'anoisesrc=d=8:c=white:a=0.3'],
    ['throbbing noise', 'anoisesrc=d=8:c=brown:a=0.6,tremolo=f=3:d=0.9'],
    ['a buzzer', "aevalsrc='0.3*sgn(sin(2*PI*150*t))*(0.5+0.5*sin(2*PI*4*t))':d=8"],
    [
      'a melody with drums',
      "aevalsrc='0.2*sin(2*PI*t*(220*pow(2,floor(mod(t*3,8))/12)))*exp(-mod(t*3,1))+0.1*(random(0)-0.5)*exp(-20*mod(t*2,1))':d=8",
    ],
  ])('detects no speech in %s', async (name, source) => {
    expect(await detector.detect(await lavfiWav(source, join(temp.folder, `${name}.wav`)))).toEqual([]);
  });

  // product 11.1
  it.each(['slt', 'kal16', 'awb', 'rms'])('detects the voice %s', async (voice) => {
    const wavPath = await fliteWav(PASSAGE, join(temp.folder, `${voice}.wav`), voice);
    const { durationMs } = await readWavInfo(wavPath);
    expect(lengthOf(await detector.detect(wavPath))).toBeGreaterThan(0.75 * durationMs);
  });

  // product 11.1
  it.skipIf(!hasEspeak).each([
    ['hi', HINDI],
    ['bn+f2', BENGALI],
  ])('detects the voice %s', async (voice, text) => {
    const wavPath = await espeakWav(text, join(temp.folder, `${voice}.wav`), voice);
    const { durationMs } = await readWavInfo(wavPath);
    expect(lengthOf(await detector.detect(wavPath))).toBeGreaterThan(0.75 * durationMs);
  });

  it('reports when speech begins and ends, in order, and its progress', async () => {
    const speechPath = await fliteWav('Farmers grew wheat near the river.', join(temp.folder, 'said.wav'));
    const { durationMs } = await readWavInfo(speechPath);
    // 3 s of silence, the sentence, 3 s of noise, the sentence, 3 s of silence.
    const pause = (noise: number) => ['-f', 'lavfi', '-i', `anoisesrc=d=3:c=pink:a=${noise}:r=16000`];
    const wavPath = await toSpeechWav(
      [
        ...pause(0),
        '-i',
        speechPath,
        ...pause(0.1),
        '-i',
        speechPath,
        ...pause(0),
        '-filter_complex',
        '[0][1][2][3][4]concat=n=5:v=0:a=1',
      ],
      join(temp.folder, 'pauses.wav'),
    );
    const parts: number[] = [];
    const spans = await detector.detect(wavPath, { onProgress: (part) => parts.push(part) });
    const near = (ms: number) => expect.closeTo(ms / 500, 0);
    expect([spans[0]!, spans.at(-1)!].map(({ startMs, endMs }) => [startMs / 500, endMs / 500])).toEqual([
      [near(3000), near(3000 + durationMs)],
      [near(6000 + durationMs), near(6000 + 2 * durationMs)],
    ]);
    expect(spans.every(({ endMs }, i) => endMs <= (spans[i + 1]?.startMs ?? endMs))).toBe(true);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
  });

  it('detects nothing in an empty file, and refuses files without audio', async () => {
    expect(
      await detector.detect(
        await lavfiWav('anullsrc=r=16000:cl=mono:d=0.01', join(temp.folder, 'empty.wav')),
      ),
    ).toEqual([]);
    await expect(detector.detect(join(temp.folder, 'none.wav'))).rejects.toThrow(/ENOENT/);
    const whole = join(temp.folder, 'whole.wav');
    await toSpeechWav(['-f', 'lavfi', '-i', 'sine=d=1'], whole);
    const abort = AbortSignal.abort(new Error('cancelled by the test'));
    await expect(detector.detect(whole, { signal: abort })).rejects.toThrow('cancelled by the test');
  });
});
