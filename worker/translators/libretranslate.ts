import { z } from 'zod';
import { LANGUAGES } from '#contract/primitives.ts';
import { callJson, type EngineServer, serverVersion } from '../engines/http.ts';
import { EngineFailedError } from '../engines/run-engine.ts';
import { translateInBatches } from './in-batches.ts';
import type { Translator } from './translator.ts';

export interface LibreTranslateOptions {
  /** Without a trailing slash. */
  url: string;
  apiKey?: string | undefined;
}

/** Below the limits of public servers for one request. */
const LIMITS = { pieces: 25, length: 1800 };
/** Version of this engine, part of artifact keys. Increase it when its request changes. */
const ENGINE_VERSION = 1;
/** The time limit for the list of languages, in ms. */
const LIST_MS = 5000;

const answerSchema = z.object({ translatedText: z.array(z.string()) });
/** Older servers list no targets: each language then translates into every other one. */
const languagesSchema = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));

/** Uses a LibreTranslate server: private, or public with a key. */
export function createLibreTranslate({ url, apiKey }: LibreTranslateOptions): Translator {
  const server: EngineServer = {
    name: 'LibreTranslate',
    url,
    apiKey,
    settings: 'LIBRETRANSLATE_URL and LIBRETRANSLATE_API_KEY',
  };
  return {
    id: 'libretranslate',
    version: serverVersion(ENGINE_VERSION, server),
    languages: LANGUAGES.map(({ code }) => code),
    directions: null,
    heedsBudgets: false,
    unavailable: () => findProblem(server),
    translate: (input) =>
      translateInBatches(input, LIMITS, async (batch) => {
        const { from, to, signal } = input;
        const body = {
          q: batch,
          source: from,
          target: to,
          format: 'text',
          ...(apiKey && { api_key: apiKey }),
        };
        const { translatedText } = await callJson(server, { path: '/translate', body, signal }, answerSchema);
        if (translatedText.length !== batch.length) {
          throw new EngineFailedError(
            `LibreTranslate answered ${translatedText.length} texts for ${batch.length}.`,
          );
        }
        // Its models return nothing for some short exclamations, which are left unchanged.
        return translatedText.map((text, i) => (text.trim() === '' ? batch[i]! : text));
      }),
  };
}

async function findProblem(server: EngineServer): Promise<string | null> {
  let listed: z.infer<typeof languagesSchema>;
  try {
    const request = { path: '/languages', idleMs: LIST_MS, tries: 1 };
    listed = await callJson(server, request, languagesSchema);
  } catch (error) {
    return (error as Error).message;
  }
  const codes = listed.map(({ code }) => code);
  const supports = (from: string, to: string) => {
    const source = listed.find(({ code }) => code === from);
    return source !== undefined && (from === to || (source.targets ?? codes).includes(to));
  };
  const missing = LANGUAGES.filter(({ code }) => !supports('en', code) || !supports(code, 'en'));
  return missing.length === 0
    ? null
    : `LibreTranslate does not translate ${missing.map(({ name }) => name).join(', ')}: load these languages there.`;
}
