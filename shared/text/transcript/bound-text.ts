import { MAX_TEXT } from '#contract/limits.ts';
import type { TrimmedText } from './spoken-text.ts';

/** Shortens a text to at most `MAX_TEXT` characters, at the end of a word. */
export function boundText(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const space = text.lastIndexOf(' ', MAX_TEXT);
  // A text without spaces is cut anywhere, but not within a character.
  const end = space > MAX_TEXT / 2 ? space : MAX_TEXT;
  return text.slice(0, isHighSurrogate(text, end - 1) ? end - 1 : end);
}

const isHighSurrogate = (text: string, index: number) => (text.charCodeAt(index) & 0xfc00) === 0xd800;

interface WithTexts {
  text: string;
  wholeText?: string | undefined;
  kept?: TrimmedText | undefined;
  brought?: Record<string, { text: string; of: string }> | undefined;
}

/**
 * Shortens the texts that Reset restores to at most `MAX_TEXT` characters. If a text with its trimmed parts
 * is longer, the parts are dropped: a wider range then adds the transcript without corrections.
 */
export function boundOriginal<T extends WithTexts>(original: T): T {
  const { kept, brought } = original;
  const bounded = { ...original, text: boundText(original.text) };
  if (original.wholeText !== undefined) bounded.wholeText = boundText(original.wholeText);
  if (kept && kept.before.length + kept.inside.length + kept.after.length > MAX_TEXT) delete bounded.kept;
  if (brought) {
    bounded.brought = Object.fromEntries(
      Object.entries(brought).map(([language, { text, of }]) => [
        language,
        { text: boundText(text), of: boundText(of) },
      ]),
    );
  }
  return bounded;
}
