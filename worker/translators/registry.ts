import type { ChatOptions } from '../engines/chat.ts';
import { createBergamot } from './bergamot.ts';
import { createLibreTranslate, type LibreTranslateOptions } from './libretranslate.ts';
import { createChatTranslator } from './openai-chat.ts';
import type { Translator } from './translator.ts';

export interface TranslatorOptions {
  /** LIBRETRANSLATE_URL and its companions. */
  libreTranslate?: LibreTranslateOptions | undefined;
  /** CHAT_URL and its companions. */
  chat?: ChatOptions | undefined;
  /** Where this machine's models are; undefined: none are looked for. */
  modelsDir?: string | undefined;
}

/**
 * Every translator, best first; null where it is not configured or its models are not here. A new one is a file and a
 * line here.
 */
const TRANSLATORS: readonly ((options: TranslatorOptions) => Promise<Translator | null>)[] = [
  async ({ libreTranslate }) => (libreTranslate ? createLibreTranslate(libreTranslate) : null),
  async ({ chat }) => (chat ? createChatTranslator(chat) : null),
  async ({ modelsDir }) => (modelsDir === undefined ? null : createBergamot(modelsDir)),
];

export interface ChosenTranslator {
  /** Null when there is none, which is no fault: texts are read as written. */
  translator: Translator | null;
  /** Its current fault, one sentence. */
  problems: string[];
}

/** Every translator that these options include: for the conformance suite. */
export async function allTranslators(options: TranslatorOptions): Promise<Translator[]> {
  const created = await Promise.all(TRANSLATORS.map((create) => create(options)));
  return created.filter((translator) => translator !== null);
}

/** The best translator. It is kept while its server is away, which fails steps until it is back. */
export async function chooseTranslator(options: TranslatorOptions): Promise<ChosenTranslator> {
  const translator = (await allTranslators(options))[0] ?? null;
  const problem = await translator?.unavailable();
  return { translator, problems: problem ? [problem] : [] };
}
