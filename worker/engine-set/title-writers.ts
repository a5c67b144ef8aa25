import type { ChatOptions } from '../engines/chat.ts';
import { createKeyPhraseWriter } from '../titles/key-phrases.ts';
import { createChatTitleWriter } from '../titles/openai-chat.ts';
import type { TitleWriter } from '../titles/title-writer.ts';

export interface TitleWriterOptions {
  /** CHAT_URL and related variables. */
  chat?: ChatOptions | undefined;
}

/** All title writers, best first; `null` if one is not configured. A new one is a file and a line here. */
const TITLE_WRITERS: readonly ((options: TitleWriterOptions) => TitleWriter | null)[] = [
  ({ chat }) => (chat ? createChatTitleWriter(chat) : null),
  createKeyPhraseWriter,
];

/** Returns every configured writer, for the conformance suite. */
export function allTitleWriters(options: TitleWriterOptions): TitleWriter[] {
  return TITLE_WRITERS.map((create) => create(options)).filter((writer) => writer !== null);
}

/** Returns the best configured writer. Key phrases need no configuration. */
export function chooseTitleWriter(options: TitleWriterOptions): TitleWriter {
  return allTitleWriters(options)[0] ?? createKeyPhraseWriter();
}
