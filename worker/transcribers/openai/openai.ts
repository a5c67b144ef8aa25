import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cutWav, readWavInfo } from '../../audio/wav.ts';
import { bearer, callJson, type EngineServer, findServerProblem, serverVersion } from '../../engines/http.ts';
import { wordsIn } from '../chunks.ts';
import { languageCode, transcriptionSchema, wordsOf } from './parse-openai.ts';
import { tidyWords } from '#text/transcript/tidy-words.ts';
import type { Transcription, TranscribeInput, Transcriber } from '../transcriber.ts';

/** A transcription server with OpenAI's protocol. */
export interface OpenAiTranscriberOptions {
  /** Including the version, without a trailing slash, e.g. "https://api.openai.com/v1". */
  url: string;
  apiKey?: string | undefined;
  /** A model that returns words with times. */
  model: string;
}

/** The shortest audio that the protocol accepts, in ms. */
const SHORTEST_MS = 100;
/** A slow server is silent until it has transcribed everything. fetch itself waits no longer. In ms. */
const IDLE_MS = 300_000;
/** Version of this engine, part of artifact keys. Increase it when its request or its parser changes. */
const ENGINE_VERSION = 2;

/** Uses any transcription server with OpenAI's protocol, such as one on this machine. */
export function createOpenAiTranscriber({ url, apiKey, model }: OpenAiTranscriberOptions): Transcriber {
  const server: EngineServer = {
    name: 'The transcription server',
    url,
    apiKey,
    settings: 'TRANSCRIBE_URL, TRANSCRIBE_API_KEY and TRANSCRIBE_MODEL',
  };
  const headers = bearer(apiKey);

  async function transcribe(input: TranscribeInput): Promise<Transcription> {
    const { wavPath, speech, language, workDir, signal, onProgress, log } = input;
    const { durationMs } = await readWavInfo(wavPath);
    signal?.throwIfAborted();
    const range = { startMs: speech[0]?.startMs ?? 0, endMs: speech.at(-1)?.endMs ?? 0 };
    let transcription: Transcription = { language: language ?? 'en', words: [] };
    if (range.endMs - range.startMs >= SHORTEST_MS) {
      const path = join(workDir, `openai-${range.startMs}.wav`);
      await cutWav(wavPath, path, range);
      const body = new FormData();
      body.append('file', new Blob([await readFile(path)], { type: 'audio/wav' }), basename(path));
      await rm(path);
      body.append('model', model);
      if (language !== undefined) body.append('language', language);
      body.append('response_format', 'verbose_json');
      body.append('timestamp_granularities[]', 'word');
      const request = { path: '/audio/transcriptions', headers, body, signal, idleMs: IDLE_MS };
      const answer = await callJson(server, request, transcriptionSchema);
      const words = wordsOf(answer).map((word) => ({
        ...word,
        startMs: word.startMs + range.startMs,
        endMs: word.endMs + range.startMs,
      }));
      transcription = {
        language: language ?? languageCode(answer.language),
        words: wordsIn(tidyWords(words, durationMs), speech),
      };
    }
    onProgress?.(1);
    log?.debug({ words: transcription.words.length, durationMs }, 'transcription server finished');
    return transcription;
  }

  return {
    id: 'openai-transcription',
    version: serverVersion(ENGINE_VERSION, server, model),
    languages: ['*'],
    rough: false,
    unavailable: () => findServerProblem(server, { path: '/models', headers }),
    transcribe,
  };
}
