import { createKeyPhraseWriter } from './key-phrases.ts';
import type { TitleWriter } from './title-writer.ts';

/** Every title writer, best first; null where it is not configured. A new one is a file and a line here. */
const TITLE_WRITERS: readonly (() => TitleWriter | null)[] = [createKeyPhraseWriter];

/** Every configured writer: for the conformance suite. */
export function allTitleWriters(): TitleWriter[] {
  return TITLE_WRITERS.map((create) => create()).filter((writer) => writer !== null);
}

/** The best configured writer; key phrases need nothing. */
export function chooseTitleWriter(): TitleWriter {
  return allTitleWriters()[0] ?? createKeyPhraseWriter();
}
