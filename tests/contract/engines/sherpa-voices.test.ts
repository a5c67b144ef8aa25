import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseVoice } from '../../../worker/engine-set/voices.ts';
import type { ModelFolders } from '../../../worker/voices/sherpa-voice.ts';
import { createPiper } from '../../../worker/voices/piper.ts';
import { createSupertonic } from '../../../worker/voices/supertonic.ts';
import type { Voice } from '../../../worker/voices/voice.ts';
import { decodeWav } from '../../../worker/audio/decode-wav.ts';
import { installVoices, PITCHES } from '../../helpers/models/voices.ts';
import { tempFolder } from '../../helpers/media/speech.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const temp = await tempFolder();
afterAll(temp.remove);
let fileCount = 0;
let folders: ModelFolders;
beforeEach(async () => {
  fileCount += 1;
  const at = join(temp.folder, String(fileCount));
  folders = { modelsDir: join(at, 'models'), preparedDir: join(at, 'prepared') };
  await installVoices(folders.modelsDir);
});

const ENGINES = [
  ['Piper', createPiper, 'bn', 'নদীটি পুলের পাশ দিয়ে বয়ে যায়।', 'bn_BD-google-medium.onnx'],
  ['Supertonic', createSupertonic, 'hi', 'नदी पुल के पास बहती है।', 'vocoder.int8.onnx'],
] as const;

/** Returns how often the sound crosses zero upwards, in Hz. */
function pitchOf(data: Buffer, sampleRate: number): number {
  const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  const ups = samples.filter((value, index) => index > 0 && value >= 0 && samples[index - 1]! < 0);
  return (ups.length * sampleRate) / samples.length;
}

describe.each(casesOfTier(ENGINES))('%s with a made model', (_, create, language, text, file) => {
  const speak = async (
    voice: Voice,
    more: { speaker?: string; gender?: 'male' | 'female'; speed?: number },
  ) => {
    const outFile = join(temp.folder, `${fileCount}.wav`);
    const { durationMs } = await voice.speak({ text, language, gender: 'male', speed: 1, outFile, ...more });
    const bytes = await readFile(outFile);
    return { durationMs, bytes, ...decodeWav(bytes) };
  };

  // product 13.5
  itInFullTier('identifies male and female speakers by their pitch, and speaks as each', async () => {
    const voice = (await create(folders))!;
    expect(await voice.unavailable()).toBeNull();
    expect(voice.speakers.map(({ gender }) => gender)).toEqual(['male', 'male', 'female', 'female']);
    for (const [index, { id }] of voice.speakers.entries()) {
      const { data, sampleRate } = await speak(voice, { speaker: id });
      expect(Math.abs(pitchOf(data, sampleRate) / PITCHES[index]! - 1)).toBeLessThan(0.03);
    }
    const { data, sampleRate } = await speak(voice, { gender: 'female' });
    expect(Math.abs(pitchOf(data, sampleRate) / PITCHES[2]! - 1)).toBeLessThan(0.03);
  });

  itInFullTier('repeats a text identically, and speaks a tenth faster on request', async () => {
    const voice = (await create(folders))!;
    const once = await speak(voice, {});
    expect((await speak(voice, {})).bytes.equals(once.bytes)).toBe(true);
    const faster = await speak(voice, { speed: 1.1 });
    expect(Math.abs(once.durationMs / faster.durationMs - 1.1)).toBeLessThan(0.02);
  });

  itInFullTier('includes the hash of its model in its version', async () => {
    const before = (await create(folders))!.version;
    const path = join(folders.modelsDir, create === createPiper ? 'piper-bn' : 'supertonic-3', file);
    await writeFile(path, Buffer.concat([await readFile(path), Buffer.from([0xf2, 0x06, 0x00])]));
    const after = (await create(folders))!.version;
    expect(after).not.toBe(before);
  });

  // product 13.4
  itInFullTier(
    'reports a model that does not load, in one sentence, and leaves the texts to the next voice',
    async () => {
      const id = create === createPiper ? 'piper-bn' : 'supertonic-3';
      await truncate(join(folders.modelsDir, id, file), 100);
      const voice = (await create(folders))!;
      const problem = `The voice ${voice.title} does not load: get its model again (npm run models -- get ${id}).`;
      expect(await voice.unavailable()).toBe(problem);
      await expect(speak(voice, {})).rejects.toThrow(problem);
      const { voices, problems } = await chooseVoice({ models: folders });
      expect(problems).toContain(problem);
      const request = { language, gender: 'male', speaker: null } as const;
      expect(voices!.speakerOf(request, text).engine.id).toMatch(/^espeak-ng/);
    },
  );

  // product 13.3
  it('is absent without its model', async () => {
    expect(await create({ ...folders, modelsDir: join(temp.folder, 'none') })).toBeNull();
  });
});

// product 13.3
itInFullTier('prefers a voice with a model to those without, in each language', async () => {
  const { voices } = await chooseVoice({ models: folders });
  const engineOf = (language: 'en' | 'hi' | 'bn') =>
    voices!.speakerOf({ language, gender: 'female', speaker: null }, 'নদী').engine.id;
  expect([engineOf('en'), engineOf('hi'), engineOf('bn')]).toEqual([
    'supertonic-3',
    'supertonic-3',
    'piper-bn',
  ]);
});
