import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import { allVoices, chooseVoice } from '../../../worker/engine-set/voices.ts';
import type { VoiceRequest } from '#core/film/voices.ts';
import { voiceSet } from '../../../worker/voices/voice-set.ts';
import { oneOfEach, type Voice } from '../../../worker/voices/voice.ts';
import { installVoices } from '../../helpers/models/voices.ts';
import { addressOfNothing, type FakeServer } from '../../helpers/outside/fake-server.ts';
import { describeFaults } from '../../helpers/outside/server-faults.ts';
import { startElevenLabs, startSpeechServer } from '../../helpers/engine-servers/speech-servers.ts';
import { rms, tempFolder } from '../../helpers/media/speech.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const KEY = 'sk-test-83b1d09f55';
const NAMES = { male: 'a-male-voice', female: 'a-female-voice' };
const elevenLabs = await startElevenLabs({ apiKey: KEY, voices: Object.values(NAMES) });
const speech = await startSpeechServer({ apiKey: KEY, model: 'tts-x', voices: Object.values(NAMES) });
const OPTIONS = {
  elevenLabs: { url: elevenLabs.url, apiKey: KEY, voices: NAMES },
  speech: { url: speech.base, apiKey: KEY, model: 'tts-x', voices: NAMES },
};
/** Fakes of the servers whose voices are used. */
const SERVERS: Record<string, { server: FakeServer; garbage: (string | object)[] }> = {
  elevenlabs: { server: elevenLabs, garbage: [{ detail: 'x' }, '<html><body>', ''] },
  'openai-speech': { server: speech, garbage: [{ error: 'x' }, '<html><body>', '', 'RIFF0000WAVEfmt '] },
};
const temp = await tempFolder();
const models = { modelsDir: join(temp.folder, 'models'), preparedDir: join(temp.folder, 'prepared') };
await installVoices(models.modelsDir);
const voices = await allVoices({ ...OPTIONS, models });
/** About a dozen words each. */
const TEXTS: Record<Language, string> = {
  en: 'The river runs past the old stone bridge and into the valley.',
  hi: 'नदी पुराने पत्थर के पुल के पास से घाटी में बहती है।',
  bn: 'নদীটি পুরানো পাথরের সেতুর পাশ দিয়ে উপত্যকায় বয়ে যায়।',
};

afterAll(() => Promise.all([temp.remove(), elevenLabs.close(), speech.close()]));
afterEach(() => {
  elevenLabs.reset();
  speech.reset();
});

describe.each(voices.map((voice) => [voice.id, voice] as const))('voice %s', async (id, voice) => {
  const served = SERVERS[id];
  const missing = await voice.unavailable();
  const cases = voice.languages.flatMap((language) =>
    (['male', 'female'] as const).map((gender) => [language, gender] as const),
  );
  const file = (name: string) => join(temp.folder, `${id}-${name}.wav`);

  it('has a name for artifact keys', () => {
    expect(voice.id).toMatch(/^[a-z][a-z0-9.-]*$/);
    expect(voice.version).toMatch(/^[\w.-]+$/);
    expect(missing ?? 'Nothing is missing.').toMatch(/\.$/);
  });

  it.skipIf(missing !== null).each(casesOfTier(cases, 2))('speaks %s, %s', async (language, gender) => {
    const outFile = file(`${language}-${gender}`);
    const { durationMs } = await voice.speak({ text: TEXTS[language], language, gender, speed: 1, outFile });
    const info = await readWavInfo(outFile);
    expect(durationMs).toBe(info.durationMs);
    expect(info.channels).toBe(1);
    expect(durationMs).toBeGreaterThan(2000);
    expect(durationMs).toBeLessThan(12_000);
    expect(await rms(outFile)).toBeGreaterThan(0.01);
  });

  it.skipIf(missing !== null)('writes a file for a text without speakable parts', async () => {
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
    // Speaking all of it would exceed the test's limit.
    const text = 'The river runs past the old stone bridge. '.repeat(20_000);
    const call = {
      text,
      language: 'en',
      gender: 'male',
      speed: 1,
      outFile: file('long'),
      signal: abort.signal,
    } as const;
    served?.server.failAlways('hang');
    const spoken = voice.speak(call);
    setTimeout(() => abort.abort(new Error('cancelled by the test')), 100);
    await expect(spoken).rejects.toThrow('cancelled by the test');
    await expect(voice.speak(call)).rejects.toThrow('cancelled by the test');
  });

  it.skipIf(missing !== null)('fails if it cannot write the file', async () => {
    const outFile = join(temp.folder, 'no-such-folder', 'out.wav');
    await expect(
      voice.speak({ text: 'Hello.', language: 'en', gender: 'female', speed: 1, outFile }),
    ).rejects.toThrow(/./);
  });

  if (!served) return;
  const { server, garbage } = served;
  const speak = (
    text: string,
    more: { gender?: 'male' | 'female'; signal?: AbortSignal | undefined } = {},
  ) => {
    const outFile = file('served');
    return voice.speak({ text, language: 'en', gender: 'male', speed: 1, outFile, ...more });
  };

  it('includes all settings in its version, and no key', () => {
    expect(missing).toBeNull();
    expect(voice.version).not.toContain(KEY);
    expect(voice.version).toContain(NAMES.male);
    expect(voice.version).toContain(NAMES.female);
  });

  it('sends nothing if there is nothing to speak', async () => {
    await speak(' … !');
    expect(server.received).toEqual([]);
  });

  it('speaks with the voice of the gender', async () => {
    const sent = [];
    for (const gender of ['male', 'female'] as const) {
      await speak('Hello.', { gender });
      sent.push(server.received.map(({ path, body }) => path + body.toString()).join());
      server.reset();
    }
    expect(sent[0]).toContain(NAMES.male);
    expect(sent[1]).toContain(NAMES.female);
  });

  it('sends a long text in pieces that the server accepts, and writes one file', async () => {
    const { durationMs } = await speak('The river runs past the old stone bridge. '.repeat(300));
    expect(server.received.length).toBeGreaterThan(2);
    // The fakes speak for 4 s at most.
    expect(durationMs).toBe(4000 * server.received.length);
  });

  describeFaults({ server, apiKey: KEY, call: (signal) => speak('Hello.', { signal }), garbage });
});

describe('choosing a voice', () => {
  it('uses a usable voice, otherwise reports what is missing', async () => {
    const { voices, problems } = await chooseVoice({});
    expect(voices === null && problems.length === 0).toBe(false);
  });

  it('prefers ElevenLabs to a speech server, and either to the voices of this machine', async () => {
    expect((await chooseVoice(OPTIONS)).voices?.id).toBe('elevenlabs');
    expect((await chooseVoice({ speech: OPTIONS.speech })).voices?.id).toBe('openai-speech');
  });

  it('keeps the configured voice while it is unavailable or refuses the key', async () => {
    const nowhere = await addressOfNothing();
    const away = await chooseVoice({ speech: { ...OPTIONS.speech, url: nowhere } });
    expect(away.voices?.id).toBe('openai-speech');
    expect(away.problems).toEqual([expect.stringMatching(/^The speech server cannot be reached \(\w+\)/)]);
    const refused = await chooseVoice({ elevenLabs: { ...OPTIONS.elevenLabs, apiKey: 'sk-wrong-key-2' } });
    expect(refused.voices?.id).toBe('elevenlabs');
    expect(refused.problems).toEqual([
      'ElevenLabs refuses our requests (401, "Invalid API key: [key]"): check ELEVENLABS_API_KEY, ELEVENLABS_VOICE_MALE and ELEVENLABS_VOICE_FEMALE.',
    ]);
  });
});

describe('a set of voices', () => {
  const makeVoice = (id: string, languages: Language[], more: Partial<Voice> = {}): Voice => ({
    id,
    title: id,
    licence: 'none',
    speakers: oneOfEach(id, id),
    version: '1',
    languages,
    readsLatin: false,
    unavailable: async () => null,
    speak: async () => ({ durationMs: 1 }),
    ...more,
  });
  const latin = (text: string) => /^[\x20-\x7e]*$/.test(text);
  const short = makeVoice('a', ['en'], { reads: latin });
  const longer = makeVoice('bb', ['en', 'hi']);
  const longest = makeVoice('ccc', ['en', 'hi', 'bn']);
  const set = voiceSet([short, longer, longest]);
  const requestOf = (language: Language, more: Partial<VoiceRequest> = {}): VoiceRequest => ({
    language,
    gender: 'male',
    speaker: null,
    ...more,
  });
  const speaker = (of: VoiceRequest, text: string) => set.speakerOf(of, text).speaker.speaker;

  it('uses each voice for texts that the preceding ones cannot speak', () => {
    expect(speaker(requestOf('en'), 'A river')).toBe('a-male');
    expect(speaker(requestOf('en'), 'A नदी')).toBe('bb-male');
    expect(speaker(requestOf('hi'), 'A river')).toBe('bb-male');
    expect(speaker(requestOf('bn'), 'A river')).toBe('ccc-male');
    expect(speaker(requestOf('en', { gender: 'female' }), 'A river')).toBe('a-female');
  });

  it('respects the chosen voice, in the languages that it speaks', () => {
    const chosen = { speaker: 'bb-female' };
    expect(speaker(requestOf('en', chosen), 'A river')).toBe('bb-female');
    expect(speaker(requestOf('bn', chosen), 'A river')).toBe('ccc-male');
    expect(speaker(requestOf('en', { speaker: 'gone' }), 'A river')).toBe('a-male');
  });

  // product 13.6
  it('includes in a key only the voices that may speak its text', () => {
    const key = set.keyFor(requestOf('hi'));
    expect(key).toBe('bb@1:bb-male');
    expect(set.keyFor(requestOf('en'))).toBe('a@1:a-male+bb@1:bb-male');
    // A different engine for one language does not change the narrations of the other languages.
    const more = voiceSet([short, makeVoice('piper', ['bn']), longer, longest]);
    expect(more.keyFor(requestOf('hi'))).toBe(key);
    expect(more.keyFor(requestOf('bn'))).not.toBe(set.keyFor(requestOf('bn')));
    expect(set.keyFor(requestOf('en', { gender: 'female' }))).not.toBe(set.keyFor(requestOf('en')));
  });

  it('uses another gender rather than no voice', () => {
    const men = voiceSet([makeVoice('m', ['bn'], { speakers: [{ id: 'm-1', name: 'M', gender: 'male' }] })]);
    expect(men.speakerOf(requestOf('bn', { gender: 'female' }), 'নদী').speaker.speaker).toBe('m-1');
    expect(men.keyFor(requestOf('hi'))).toBeNull();
  });

  it('reports a text that no voice can read', () => {
    expect(() => voiceSet([short]).speakerOf(requestOf('en'), 'নদী')).toThrow(
      'No voice on this machine can read this text (en).',
    );
  });
});

describe('ElevenLabs', () => {
  it('gives each language a model that supports it, and treats tags in the text as text', async () => {
    const [voice] = await allVoices({ elevenLabs: OPTIONS.elevenLabs });
    for (const language of ['en', 'hi', 'bn'] as const) {
      const text = `${TEXTS[language]} <break time="9s"/> [laughs]`;
      await voice!.speak({ text, language, gender: 'male', speed: 1.1, outFile: join(temp.folder, 'x.wav') });
    }
    const sent = elevenLabs.received.map(({ body }) => JSON.parse(body.toString()));
    expect(sent.map((body) => body.model_id)).toEqual([
      'eleven_multilingual_v2',
      'eleven_multilingual_v2',
      'eleven_v3',
    ]);
    for (const body of sent) {
      expect(body.text).not.toMatch(/[<>[\]]/);
      expect(body.voice_settings).toEqual({ speed: 1.1 });
    }
  });

  it('accepts a key that may only be used for speech', async () => {
    const detail = { status: 'missing_permissions', message: 'missing the permission models_read' };
    elevenLabs.failAlways({ status: 401, body: { detail } });
    expect((await chooseVoice({ elevenLabs: OPTIONS.elevenLabs })).problems).toEqual([]);
  });
});
