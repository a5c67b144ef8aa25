import type { ChatOptions } from '../engines/chat.ts';
import { createLibreTranslate, type LibreTranslateOptions } from './libretranslate.ts';
import { createChatTranslator } from './openai-chat.ts';
import type { Translator } from './translator.ts';

export interface TranslatorOptions {
  /** LIBRETRANSLATE_URL and its companions. */
  libreTranslate?: LibreTranslateOptions | undefined;
  /** CHAT_URL and its companions. */
  chat?: ChatOptions | undefined;
}

/** Every translator, best first; null where it is not configured. A new one is a file and a line here. */
const TRANSLATORS: readonly ((options: TranslatorOptions) => Translator | null)[] = [
  ({ libreTranslate }) => (libreTranslate ? createLibreTranslate(libreTranslate) : null),
  ({ chat }) => (chat ? createChatTranslator(chat) : null),
];

export interface ChosenTranslator {
  /** Null when none is configured, which is no fault: texts are read as written. */
  translator: Translator | null;
  /** Its current fault, one sentence. */
  problems: string[];
}

/** Every configured translator: for the conformance suite. */
export function allTranslators(options: TranslatorOptions): Translator[] {
  return TRANSLATORS.map((create) => create(options)).filter((translator) => translator !== null);
}

/** The best configured translator. It is kept while its server is away, which fails steps until it is back. */
export async function chooseTranslator(options: TranslatorOptions): Promise<ChosenTranslator> {
  const translator = allTranslators(options)[0] ?? null;
  const problem = await translator?.unavailable();
  return { translator, problems: problem ? [problem] : [] };
}
