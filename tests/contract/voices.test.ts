import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import { readWavInfo } from '../../worker/audio/wav.ts';
import { allVoices, chooseVoice } from '../../worker/voices/registry.ts';
import { rms, tempFolder } from '../helpers/speech.ts';

const voices = await allVoices();
/** About a dozen words each. */
const TEXTS: Record<Language, string> = {
  en: 'The river runs past the old stone bridge and into the valley.',
  hi: 'नदी पुराने पत्थर के पुल के पास से घाटी में बहती है।',
  bn: 'নদীটি পুরানো পাথরের সেতুর পাশ দিয়ে উপত্যকায় বয়ে যায়।',
};

let temp: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  temp = await tempFolder();
});
afterAll(() => temp.remove());

describe.each(voices.map((voice) => [voice.id, voice] as const))('voice %s', async (id, voice) => {
  const missing = await voice.unavailable();
  const cases = voice.languages.flatMap((language) =>
    (['male', 'female'] as const).map((gender) => [language, gender] as const),
  );
  const file = (name: string) => join(temp.folder, `${id}-${name}.wav`);

  it('names itself for artifact keys', () => {
    expect(voice.id).toMatch(/^[a-z][a-z0-9.-]*$/);
    expect(voice.version).toMatch(/^[\w.-]+$/);
    expect(missing ?? 'Nothing is missing.').toMatch(/\.$/);
  });

  it.skipIf(missing !== null).each(cases)('speaks %s, %s', async (language, gender) => {
    const outFile = file(`${language}-${gender}`);
    const { durationMs } = await voice.speak({ text: TEXTS[language], language, gender, speed: 1, outFile });
    const info = await readWavInfo(outFile);
    expect(durationMs).toBe(info.durationMs);
    expect(info.channels).toBe(1);
    expect(durationMs).toBeGreaterThan(2000);
    expect(durationMs).toBeLessThan(12_000);
    expect(await rms(outFile)).toBeGreaterThan(0.01);
  });

  it.skipIf(missing !== null)('makes a file of nothing to say', async () => {
    const outFile = file('nothing');
    const { durationMs } = await voice.speak({
      text: ' \u0000',
      language: 'en',
      gender: 'male',
      speed: 1,
      outFile,
    });
    expect(durationMs).toBe((await readWavInfo(outFile)).durationMs);
    expect(durationMs).toBeLessThan(1000);
  });

  it.skipIf(missing !== null)('stops when aborted', async () => {
    const abort = new AbortController();
    const text = 'The river runs past the old stone bridge. '.repeat(20_000);
    const call = {
      text,
      language: 'en',
      gender: 'male',
      speed: 1,
      outFile: file('long'),
      signal: abort.signal,
    } as const;
    const spoken = voice.speak(call);
    setTimeout(() => abort.abort(new Error('cancelled by the test')), 100);
    const began = performance.now();
    await expect(spoken).rejects.toThrow('cancelled by the test');
    expect(performance.now() - began).toBeLessThan(1500);
    await expect(voice.speak(call)).rejects.toThrow('cancelled by the test');
  });

  it.skipIf(missing !== null)('says when it cannot write', async () => {
    const outFile = join(temp.folder, 'no-such-folder', 'out.wav');
    await expect(
      voice.speak({ text: 'Hello.', language: 'en', gender: 'female', speed: 1, outFile }),
    ).rejects.toThrow(/./);
  });
});

it('chooses a voice that can be used, else says what is missing', async () => {
  const { voice, problems } = await chooseVoice();
  expect(voice === null && problems.length === 0).toBe(false);
});
