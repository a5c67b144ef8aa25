import type { Environment } from './environment.ts';

/**
 * Servers for speech recognition, speech, translation and titles. A server without its variable is not used.
 * @throws Error with a message for the operator
 */
export function enginesConfig(e: Environment) {
  return {
    transcription: ifSet(e.TRANSCRIBE_URL, (url) => ({
      url,
      apiKey: e.TRANSCRIBE_API_KEY,
      model: e.TRANSCRIBE_MODEL,
    })),
    elevenLabs: ifSet(e.ELEVENLABS_API_KEY, (apiKey) => ({
      url: e.ELEVENLABS_URL,
      apiKey,
      voices: { male: e.ELEVENLABS_VOICE_MALE, female: e.ELEVENLABS_VOICE_FEMALE },
    })),
    speech: ifSet(e.SPEECH_URL, (url) => ({
      url,
      apiKey: e.SPEECH_API_KEY,
      model: e.SPEECH_MODEL,
      voices: { male: e.SPEECH_VOICE_MALE, female: e.SPEECH_VOICE_FEMALE },
    })),
    libreTranslate: ifSet(e.LIBRETRANSLATE_URL, (url) => ({ url, apiKey: e.LIBRETRANSLATE_API_KEY })),
    chat: ifSet(e.CHAT_URL, (url) => {
      if (!e.CHAT_MODEL) throw new Error('CHAT_URL needs CHAT_MODEL, the name of a model on that server.');
      return { url, apiKey: e.CHAT_API_KEY, model: e.CHAT_MODEL };
    }),
  };
}

/** Configures an engine if its variable is set. */
function ifSet<T>(value: string | undefined, configure: (value: string) => T): T | undefined {
  return value === undefined ? undefined : configure(value);
}
