import { LANGUAGES, type Gender } from '#contract/primitives.ts';
import { decodeWav, type Pcm } from '../audio/decode-wav.ts';
import { bearer, callServer, type EngineServer, findServerProblem, serverVersion } from '../engines/http.ts';
import { EngineFailedError } from '../engines/run-engine.ts';
import { speakInPieces } from './speak-in-pieces.ts';
import { clampSpeed, oneOfEach, type Voice } from './voice.ts';

/** A speech server with OpenAI's protocol. */
export interface OpenAiSpeechOptions {
  /** Including the version, without a trailing slash, e.g. "https://api.openai.com/v1". */
  url: string;
  apiKey?: string | undefined;
  model: string;
  /** The server's voice names. */
  voices: Record<Gender, string>;
}

/** The protocol allows 4096 characters in one request. */
const MAX_LENGTH = 4000;
const SAMPLE_RATE = 24_000;
/** Version of this engine, part of artifact keys. Increase it when its request changes. */
const ENGINE_VERSION = 1;

/**
 * Uses any speech server with OpenAI's protocol, such as one on this machine. The server detects the language
 * from the text.
 */
export function createOpenAiSpeech({ url, apiKey, model, voices }: OpenAiSpeechOptions): Voice {
  const server: EngineServer = {
    name: 'The speech server',
    url,
    apiKey,
    settings: 'SPEECH_URL, SPEECH_API_KEY, SPEECH_MODEL and the names of its voices',
  };
  const headers = bearer(apiKey);
  return {
    id: 'openai-speech',
    title: 'Speech server',
    licence: "the server's own terms",
    speakers: oneOfEach('openai-speech', 'Speech server'),
    version: serverVersion(ENGINE_VERSION, server, model, voices.male, voices.female),
    languages: LANGUAGES.map(({ code }) => code),
    readsLatin: true,
    unavailable: () => findServerProblem(server, { path: '/models', headers }),
    speak: (input) =>
      speakInPieces(input, {
        name: server.name,
        maxLength: MAX_LENGTH,
        sampleRate: SAMPLE_RATE,
        async say(text) {
          const body = {
            model,
            voice: voices[input.gender],
            input: text,
            response_format: 'wav',
            speed: clampSpeed(input.speed),
          };
          const request = { path: '/audio/speech', headers, body, signal: input.signal };
          return decode(await callServer(server, request));
        },
      }),
  };
}

function decode(answer: Buffer): Pcm {
  try {
    return decodeWav(answer);
  } catch {
    throw new EngineFailedError(
      'The speech server sent something other than a WAV file: check SPEECH_URL and SPEECH_MODEL.',
    );
  }
}
