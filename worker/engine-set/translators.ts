import type { ChatOptions } from '../engines/chat.ts';
import { createBergamot } from '../translators/bergamot.ts';
import { createLibreTranslate, type LibreTranslateOptions } from '../translators/libretranslate.ts';
import { createChatTranslator } from '../translators/openai-chat.ts';
import type { Translator } from '../translators/translator.ts';

export interface TranslatorOptions {
  /** LIBRETRANSLATE_URL and related variables. */
  libreTranslate?: LibreTranslateOptions | undefined;
  /** CHAT_URL and related variables. */
  chat?: ChatOptions | undefined;
  /** The folder of this machine's models; if `undefined`, models are not used. */
  modelsDir?: string | undefined;
}

/**
 * All translators, best first; `null` if one is not configured or its models are not installed. A new one is
 * a file and a line here.
 */
const TRANSLATORS: readonly ((options: TranslatorOptions) => Promise<Translator | null>)[] = [
  async ({ libreTranslate }) => (libreTranslate ? createLibreTranslate(libreTranslate) : null),
  async ({ chat }) => (chat ? createChatTranslator(chat) : null),
  async ({ modelsDir }) => (modelsDir === undefined ? null : createBergamot(modelsDir)),
];

export interface ChosenTranslator {
  /** `null` if no translator is available, which is not an error: texts are then read as written. */
  translator: Translator | null;
  /** Its current fault, one sentence. */
  problems: string[];
}

/** Returns every translator of these options, for the conformance suite. */
export async function allTranslators(options: TranslatorOptions): Promise<Translator[]> {
  const created = await Promise.all(TRANSLATORS.map((create) => create(options)));
  return created.filter((translator) => translator !== null);
}

/**
 * Returns the best translator. It stays selected while its server is unavailable, and steps fail meanwhile.
 */
export async function chooseTranslator(options: TranslatorOptions): Promise<ChosenTranslator> {
  const translator = (await allTranslators(options))[0] ?? null;
  const problem = await translator?.unavailable();
  return { translator, problems: problem ? [problem] : [] };
}
