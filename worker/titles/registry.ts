import type { ChatOptions } from '../engines/chat.ts';
import { createKeyPhraseWriter } from './key-phrases.ts';
import { createChatTitleWriter } from './openai-chat.ts';
import type { TitleWriter } from './title-writer.ts';

export interface TitleWriterOptions {
  /** CHAT_URL and its companions. */
  chat?: ChatOptions | undefined;
}

/** Every title writer, best first; null where it is not configured. A new one is a file and a line here. */
const TITLE_WRITERS: readonly ((options: TitleWriterOptions) => TitleWriter | null)[] = [
  ({ chat }) => (chat ? createChatTitleWriter(chat) : null),
  createKeyPhraseWriter,
];

/** Every configured writer: for the conformance suite. */
export function allTitleWriters(options: TitleWriterOptions): TitleWriter[] {
  return TITLE_WRITERS.map((create) => create(options)).filter((writer) => writer !== null);
}

/** The best configured writer; key phrases need nothing. */
export function chooseTitleWriter(options: TitleWriterOptions): TitleWriter {
  return allTitleWriters(options)[0] ?? createKeyPhraseWriter();
}
