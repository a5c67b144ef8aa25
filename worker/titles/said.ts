import { STOP_WORDS } from '#text/words/stop-words.ts';
import { isSwearWord } from '#text/words/swear-words.ts';
import { plain } from '../text/plain.ts';
import type { TitleSubject } from './title-writer.ts';

export interface RangedWord {
  text: string;
  /**
   * Whether a title may contain the word: not one that may be misrecognised, nor a swear word that no person
   * wrote.
   */
  fit: boolean;
}

/** Returns the words of a section's text, in order. */
export function saidWords({ text, unsure, carried = false }: TitleSubject): RangedWord[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word, place) => ({
      text: word,
      fit: !unsure?.has(place) && (carried || !isSwearWord(plain(word))),
    }));
}

/** Whether a title contains only what was spoken: every meaningful word is a usable word of the section. */
export function isSaid(title: string, subject: TitleSubject): boolean {
  const transcriptStems = new Set(
    saidWords(subject).flatMap(({ text, fit }) => (fit ? stem(plain(text)) : [])),
  );
  return title
    .split(/[\s/–—-]+/)
    .map(plain)
    .filter((key) => key !== '' && !STOP_WORDS.has(key))
    .every(
      (key) =>
        (subject.carried || !isSwearWord(key)) &&
        (transcriptStems.has(stem(key)) || isJoined(key, transcriptStems)),
    );
}

/** "well-known", spoken as two words or written as one. */
const isJoined = (key: string, stems: ReadonlySet<string>) =>
  [...stems].some((word) => word.replaceAll('-', '') === key || word.split('-').includes(key));

/** Returns an English word without its common endings; other words unchanged. */
function stem(key: string): string {
  const bare = key.replace(/['’]s?$/, '');
  if (!/^[a-z]{4,}$/.test(bare)) return bare;
  return bare.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '') || bare;
}
