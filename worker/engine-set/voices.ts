import { type Gender, genderSchema, type Language } from '#contract/primitives.ts';
import { createElevenLabs, type ElevenLabsOptions } from '../voices/elevenlabs.ts';
import { createEspeakNgEmscripten } from '../voices/espeak-ng-emscripten.ts';
import { createEspeakNg } from '../voices/espeak-ng.ts';
import { createFlite } from '../voices/flite.ts';
import { createOpenAiSpeech, type OpenAiSpeechOptions } from '../voices/openai-speech.ts';
import { createPiper } from '../voices/piper.ts';
import type { ModelFolders } from '../voices/sherpa-voice.ts';
import { createSupertonic } from '../voices/supertonic.ts';
import { voiceSet, type VoiceSet } from '../voices/voice-set.ts';
import type { Voice } from '../voices/voice.ts';

export interface VoiceOptions {
  /** ELEVENLABS_API_KEY and related variables. */
  elevenLabs?: ElevenLabsOptions | undefined;
  /** SPEECH_URL and related variables. */
  speech?: OpenAiSpeechOptions | undefined;
  /** The folders of models and of files derived from them. Without them, no voice with a model is used. */
  models?: ModelFolders | undefined;
}

interface Entry {
  /** Returns `null` if the options do not include it. */
  create(options: VoiceOptions): Promise<Voice | null>;
  /**
   * The effect of a fault. A default voice is replaced by the next one. A server may be unavailable for a
   * while: it stays selected, and steps fail meanwhile; no other voice replaces it.
   */
  ifFaulty: 'next' | 'keep';
}

/** All voices, best first. A new one is a file and a line here. */
const VOICES: readonly Entry[] = [
  {
    create: async ({ elevenLabs }) => (elevenLabs ? createElevenLabs(elevenLabs) : null),
    ifFaulty: 'keep',
  },
  { create: async ({ speech }) => (speech ? createOpenAiSpeech(speech) : null), ifFaulty: 'keep' },
  { create: async ({ models }) => (models ? createSupertonic(models) : null), ifFaulty: 'next' },
  { create: async ({ models }) => (models ? createPiper(models) : null), ifFaulty: 'next' },
  { create: createFlite, ifFaulty: 'next' },
  { create: createEspeakNg, ifFaulty: 'next' },
  { create: async () => createEspeakNgEmscripten(), ifFaulty: 'next' },
];

export interface ChosenVoice {
  /** `null` if none is usable: then no text can be narrated. */
  voices: VoiceSet | null;
  /** The engines of the set, for monitoring. */
  engines: Voice[];
  /** Missing programs, one sentence each; empty if the best voice is usable. */
  problems: string[];
}

/** Returns every voice of these options, usable or not, for the conformance suite. */
export async function allVoices(options: VoiceOptions): Promise<Voice[]> {
  const created = await Promise.all(VOICES.map((entry) => entry.create(options)));
  return created.filter((voice) => voice !== null);
}

/**
 * Returns the server that the operator configured, otherwise for each language the best usable voice of this
 * machine.
 */
export async function chooseVoice(options: VoiceOptions): Promise<ChosenVoice> {
  const problems: string[] = [];
  const usable: Voice[] = [];
  for (const { create, ifFaulty } of VOICES) {
    const voice = await create(options);
    if (!voice || isNeedless(voice, usable)) continue;
    const problem = await voice.unavailable();
    if (problem !== null) problems.push(problem);
    if (ifFaulty === 'keep') return { voices: voiceSet([voice]), engines: [voice], problems };
    if (problem === null) usable.push(voice);
  }
  return { voices: usable.length > 0 ? voiceSet(usable) : null, engines: usable, problems };
}

/** Whether other voices speak every text of its languages, in both genders. */
const isNeedless = (voice: Voice, others: Voice[]) =>
  voice.languages.every((language) =>
    genderSchema.options.every((gender) =>
      others.some((other) => !other.reads && speaksAs(other, language, gender)),
    ),
  );

const speaksAs = ({ speakers, languages: all }: Voice, language: Language, gender: Gender) =>
  speakers.some(({ gender: is, languages = all }) => is === gender && languages.includes(language));
