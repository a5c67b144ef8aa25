import type { Language } from '#contract/primitives.ts';
import { createElevenLabs, type ElevenLabsOptions } from './elevenlabs.ts';
import { createEspeakNgEmscripten } from './espeak-ng-emscripten.ts';
import { createEspeakNg } from './espeak-ng.ts';
import { createFlite } from './flite.ts';
import { createOpenAiSpeech, type OpenAiSpeechOptions } from './openai-speech.ts';
import { together } from './together.ts';
import type { Voice } from './voice.ts';

export interface VoiceOptions {
  /** ELEVENLABS_API_KEY and its companions. */
  elevenLabs?: ElevenLabsOptions | undefined;
  /** SPEECH_URL and its companions. */
  speech?: OpenAiSpeechOptions | undefined;
}

interface Entry {
  /** Null when the options do not include it. */
  create(options: VoiceOptions): Promise<Voice | null>;
  /**
   * The effect of a fault. A default voice is replaced by the next one. A server may be away for a while: it is kept,
   * and fails steps until it is back; no other voice speaks meanwhile.
   */
  ifFaulty: 'next' | 'keep';
}

/** Every voice, best first. A new one is a file and a line here. */
const VOICES: readonly Entry[] = [
  {
    create: async ({ elevenLabs }) => (elevenLabs ? createElevenLabs(elevenLabs) : null),
    ifFaulty: 'keep',
  },
  { create: async ({ speech }) => (speech ? createOpenAiSpeech(speech) : null), ifFaulty: 'keep' },
  { create: createFlite, ifFaulty: 'next' },
  { create: createEspeakNg, ifFaulty: 'next' },
  { create: async () => createEspeakNgEmscripten(), ifFaulty: 'next' },
];

export interface ChosenVoice {
  /** Null when none is usable: then no text can be narrated. */
  voice: Voice | null;
  /** Missing programs, one sentence each; empty when the best voice is usable. */
  problems: string[];
}

/** Every voice that these options include, usable or not: for the conformance suite. */
export async function allVoices(options: VoiceOptions): Promise<Voice[]> {
  const created = await Promise.all(VOICES.map((entry) => entry.create(options)));
  return created.filter((voice) => voice !== null);
}

/** The server that the operator configured, else for each language the best usable voice of this machine. */
export async function chooseVoice(options: VoiceOptions): Promise<ChosenVoice> {
  const problems: string[] = [];
  const usable: Voice[] = [];
  for (const { create, ifFaulty } of VOICES) {
    const voice = await create(options);
    if (!voice || voice.languages.every((language) => readsAll(usable, language))) continue;
    const problem = await voice.unavailable();
    if (problem !== null) problems.push(problem);
    if (ifFaulty === 'keep') return { voice, problems };
    if (problem === null) usable.push(voice);
  }
  return { voice: usable.length > 0 ? together(usable) : null, problems };
}

/** Whether one of them speaks every text of a language. */
const readsAll = (voices: Voice[], language: Language) =>
  voices.some(({ languages, reads }) => languages.includes(language) && !reads);
