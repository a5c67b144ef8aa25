import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readWavInfo } from '../audio/wav.ts';
import { bearer, callJson, type EngineServer, findServerProblem, serverVersion } from '../engines/http.ts';
import { languageCode, transcriptionSchema, wordsOf } from './parse-openai.ts';
import { tidyWords } from './parse-pocketsphinx.ts';
import type { Heard, TranscribeInput, Transcriber } from './transcriber.ts';

/** A transcription server with OpenAI's protocol. */
export interface OpenAiTranscriberOptions {
  /** Including the version, without a trailing slash, e.g. "https://api.openai.com/v1". */
  url: string;
  apiKey?: string | undefined;
  /** A model that returns words with times. */
  model: string;
}

/** The protocol's minimum, in ms. */
const SHORTEST_MS = 100;
/** A slow server is silent until it has transcribed everything; fetch itself waits no longer, in ms. */
const IDLE_MS = 300_000;
/** Raise it when our request or our parsing changes. */
const OUR_VERSION = 1;

/** Any transcription server with OpenAI's protocol, such as one on this machine. */
export function createOpenAiTranscriber({ url, apiKey, model }: OpenAiTranscriberOptions): Transcriber {
  const server: EngineServer = {
    name: 'The transcription server',
    url,
    apiKey,
    settings: 'TRANSCRIBE_URL, TRANSCRIBE_API_KEY and TRANSCRIBE_MODEL',
  };
  const headers = bearer(apiKey);

  async function transcribe({ wavPath, signal, onProgress, log }: TranscribeInput): Promise<Heard> {
    const { durationMs } = await readWavInfo(wavPath);
    let heard: Heard = { language: 'en', words: [] };
    if (durationMs >= SHORTEST_MS) {
      const body = new FormData();
      body.append('file', new Blob([await readFile(wavPath)], { type: 'audio/wav' }), basename(wavPath));
      body.append('model', model);
      body.append('response_format', 'verbose_json');
      body.append('timestamp_granularities[]', 'word');
      const request = { path: '/audio/transcriptions', headers, body, signal, idleMs: IDLE_MS };
      const answer = await callJson(server, request, transcriptionSchema);
      heard = {
        language: languageCode(answer.language),
        words: tidyWords(wordsOf(answer), durationMs),
      };
    }
    onProgress?.(1);
    log?.debug({ words: heard.words.length, durationMs }, 'the transcription server has listened');
    return heard;
  }

  return {
    id: 'openai-transcription',
    version: serverVersion(OUR_VERSION, server, model),
    languages: ['*'],
    unavailable: () => findServerProblem(server, { path: '/models', headers }),
    transcribe,
  };
}
