import { type Gender, LANGUAGES, type Language } from '#contract/primitives.ts';
import { callServer, type EngineServer, findServerProblem, serverVersion } from '../engines/http.ts';
import { EngineFailedError } from '../engines/run-engine.ts';
import { speakInPieces } from './speak-in-pieces.ts';
import { clampSpeed, oneOfEach, type Voice } from './voice.ts';

export interface ElevenLabsOptions {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  /** The IDs of its voices. */
  voices: Record<Gender, string>;
}

/** The most stable model for long texts, and another one for the languages that it lacks. */
const MODELS: Record<Language, string> = {
  en: 'eleven_multilingual_v2',
  hi: 'eleven_multilingual_v2',
  bn: 'eleven_v3',
};
/** Each of our models accepts at least 5000 characters. */
const MAX_LENGTH = 4500;
const SAMPLE_RATE = 22_050;
/** Version of this engine, part of artifact keys. Increase it when its models or settings change. */
const ENGINE_VERSION = 1;

/** Uses ElevenLabs' voices, which are paid by the character. */
export function createElevenLabs({ url, apiKey, voices }: ElevenLabsOptions): Voice {
  const server: EngineServer = {
    name: 'ElevenLabs',
    url,
    apiKey,
    settings: 'ELEVENLABS_API_KEY, ELEVENLABS_VOICE_MALE and ELEVENLABS_VOICE_FEMALE',
  };
  const headers = { 'xi-api-key': apiKey };
  return {
    id: 'elevenlabs',
    title: 'ElevenLabs',
    licence: "ElevenLabs' terms",
    speakers: oneOfEach('elevenlabs', 'ElevenLabs'),
    version: serverVersion(ENGINE_VERSION, server, voices.male, voices.female),
    languages: LANGUAGES.map(({ code }) => code),
    readsLatin: true,
    unavailable: () => findServerProblem(server, { path: '/v1/models', headers }),
    speak: (input) =>
      speakInPieces(input, {
        name: server.name,
        maxLength: MAX_LENGTH,
        sampleRate: SAMPLE_RATE,
        async say(text) {
          const voice = encodeURIComponent(voices[input.gender]);
          const speed = clampSpeed(input.speed);
          const data = await callServer(server, {
            path: `/v1/text-to-speech/${voice}?output_format=pcm_${SAMPLE_RATE}`,
            headers,
            body: {
              text: withoutTags(text),
              model_id: MODELS[input.language],
              // Without a speed, the voice's saved settings apply.
              ...(speed !== 1 && { voice_settings: { speed } }),
            },
            signal: input.signal,
          });
          if (!isPcm(data)) throw new EngineFailedError('ElevenLabs sent something other than PCM.');
          return { sampleRate: SAMPLE_RATE, data };
        },
      }),
  };
}

/** Its models interpret <break/> and [laughs] as directions. */
function withoutTags(text: string): string {
  return text.replace(/[<>]/g, ' ').replaceAll('[', '(').replaceAll(']', ')');
}

/** Raw samples cannot be verified, but JSON and files with a header can be detected. */
function isPcm(data: Buffer): boolean {
  return data.length % 2 === 0 && !/^(?:\{"\w|RIFF|ID3|<!do|<html)/i.test(data.toString('latin1', 0, 5));
}
