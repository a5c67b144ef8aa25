import { STOP_WORDS } from '#contract/stop-words.ts';
import { plain } from '../text/plain.ts';
import type { TitleSubject } from './title-writer.ts';

const list = (words: string) => words.trim().split(/\s+/);

/** Swear words, and the beginnings of others. A recogniser that mishears produces them from harmless speech. */
const SWEAR_WORDS = new Set(
  list(`ass asses arse arses cock cocks cum cunt cunts dick dicks dyke fag fags fanny hell jizz kike piss pissed prick
    pricks puss pussy rape sex sexy spic tit tits titty turd twat whore whores wop chut lund gand गांड चूत लंड रंडी
    গুদ ধোন মাগি মাগী`),
);
const SWEAR_BEGINNINGS =
  list(`arsehole asshole bastard bitch blowjob bollock bugger bullshit chutiy bhosd bhosad dickhead
  faggot fuck goddam gaand horseshit jackass madarchod behenchod bahenchod motherf nigg randi shit slut wank whor
  चूति भोसड़ भोसड मादरचोद बहनचोद गांडू हरामज চুদ খানকি মাদারচোদ`);

/** Whether a word, in lower case without punctuation, is a swear word. */
export function isSwearWord(key: string): boolean {
  return SWEAR_WORDS.has(key) || SWEAR_BEGINNINGS.some((beginning) => key.startsWith(beginning));
}

export interface SaidWord {
  text: string;
  /** False for a word that may be misheard, and for a swear word that nobody wrote: no title has it. */
  fit: boolean;
}

/** The words of a section's text, in order. */
export function saidWords({ text, unsure, carried = false }: TitleSubject): SaidWord[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word, place) => ({
      text: word,
      fit: !unsure?.has(place) && (carried || !isSwearWord(plain(word))),
    }));
}

/** Whether a title says only what was said: every word with a meaning of its own is a fit one of the section. */
export function isSaid(title: string, subject: TitleSubject): boolean {
  const said = new Set(saidWords(subject).flatMap(({ text, fit }) => (fit ? stem(plain(text)) : [])));
  return title
    .split(/[\s/–—-]+/)
    .map(plain)
    .filter((key) => key !== '' && !STOP_WORDS.has(key))
    .every((key) => (subject.carried || !isSwearWord(key)) && (said.has(stem(key)) || isJoined(key, said)));
}

/** "well-known", said as two words or written as one. */
const isJoined = (key: string, said: ReadonlySet<string>) =>
  [...said].some((word) => word.replaceAll('-', '') === key || word.split('-').includes(key));

/** An English word without its common endings; others as they are. */
function stem(key: string): string {
  const bare = key.replace(/['’]s?$/, '');
  if (!/^[a-z]{4,}$/.test(bare)) return bare;
  return bare.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '') || bare;
}
