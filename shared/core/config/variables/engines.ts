import { key, named, oneOf, text, url, urlOr } from '../variable.ts';
import { refuseAutoModels } from './refusals.ts';

const OPENAI = "a server with OpenAI's protocol, such as https://api.openai.com/v1";
const ITS_KEY = 'Its key, if it needs one.';

/**
 * Servers for speech recognition, speech, translation and titles; enginesConfig turns them into the worker's engines.
 */
export const ENGINES = {
  TRANSCRIBE_URL: url({
    help: `Speech to text by ${OPENAI}.`,
    unset: 'the recognisers of this machine',
    as: null,
    replaces: { need: 'Speech to text', now: 'pocketsphinx (English)' },
  }),
  TRANSCRIBE_API_KEY: key({ help: ITS_KEY, as: null, onlyWith: 'TRANSCRIBE_URL' }),
  TRANSCRIBE_MODEL: named('whisper-1')({
    help: 'A model of that server that returns words with times.',
    as: null,
  }),
  ELEVENLABS_API_KEY: key({
    help: 'A key of ElevenLabs, for its voices. Takes precedence over SPEECH_URL.',
    unset: 'SPEECH_URL, or the voices of this machine',
    as: null,
    replaces: { need: 'Voice', now: 'the voices of this machine (English, Bengali, Hindi)' },
  }),
  ELEVENLABS_URL: urlOr('https://api.elevenlabs.io')({ help: 'Another address of its API.', as: null }),
  ELEVENLABS_VOICE_MALE: named('JBFqnCBsd6RMkjVDRZzb')({
    help: 'The id of the male voice.',
    unset: 'JBFqnCBsd6RMkjVDRZzb (George)',
    as: null,
  }),
  ELEVENLABS_VOICE_FEMALE: named('EXAVITQu4vr4xnSDxMaL')({
    help: 'The id of the female voice.',
    unset: 'EXAVITQu4vr4xnSDxMaL (Sarah)',
    as: null,
  }),
  SPEECH_URL: url({ help: `Voices of ${OPENAI}.`, as: null, replaces: { need: 'Voice' } }),
  SPEECH_API_KEY: key({ help: ITS_KEY, as: null, onlyWith: 'SPEECH_URL' }),
  SPEECH_MODEL: named('tts-1')({ help: 'A model of that server.', as: null }),
  SPEECH_VOICE_MALE: named('onyx')({ help: 'The name of the male voice.', as: null }),
  SPEECH_VOICE_FEMALE: named('nova')({ help: 'The name of the female voice.', as: null }),
  LIBRETRANSLATE_URL: url({
    help: 'Translation by a LibreTranslate server, such as http://localhost:5000. Takes precedence over CHAT_URL.',
    as: null,
    replaces: { need: 'Translation', now: 'none: texts are read as they are written' },
  }),
  LIBRETRANSLATE_API_KEY: key({ help: ITS_KEY, as: null, onlyWith: 'LIBRETRANSLATE_URL' }),
  CHAT_URL: url({
    help: "Titles, and translation too, by a chat server with OpenAI's protocol, such as http://localhost:11434/v1.",
    as: null,
    replaces: [
      { need: 'Translation', with: 'CHAT_MODEL' },
      { need: 'Titles', now: 'key phrases', with: 'CHAT_MODEL' },
    ],
  }),
  CHAT_API_KEY: key({ help: ITS_KEY, as: null, onlyWith: 'CHAT_URL' }),
  CHAT_MODEL: text({
    help: 'A model of that server that supports JSON schemas; needed with CHAT_URL.',
    as: null,
  }),
};

/** Weights that this machine's own engines load; see shared/core/models. */
export const MODELS = {
  MODELS: oneOf(['ask', 'auto', 'off'])({
    help: 'ask: the page offers to download models in local mode. auto: the start downloads those of MODELS_LANGUAGES, and the operator accepts their licences. off: nothing is offered or downloaded. Models that are there are used in any case.',
    as: 'models.mode',
    production: refuseAutoModels,
  }),
  MODELS_DIR: text({
    help: 'The folder of the models; several machines may share it. In containers an absolute path.',
    unset: 'DATA_DIR/models; in containers a volume',
    as: null,
    compose: true,
  }),
  MODELS_LANGUAGES: named('en,hi,bn')({
    help: 'The languages whose models are offered and downloaded: en, hi, bn.',
    as: null,
  }),
  MODELS_MIRROR: url({
    help: 'Your own server with the files of the models, tried before their original sources: MODELS_MIRROR/<model>/<file>.',
    as: 'models.mirror',
  }),
};
