import { plain } from '../text/plain.ts';
import { STOP_WORDS } from '#text/words/stop-words.ts';
import { NEVER_LAST } from '../text/function-words.ts';
import { saidWords } from './said.ts';
import { TITLE_MAX_CHARACTERS, TITLE_WORDS, type TitleSubject, type TitleWriter } from './title-writer.ts';

/** Title case leaves these in lower case, except at the ends. */
const SMALL = new Set('a an the and or but nor of to in on at by for from with as'.split(' '));
/** Verbs and fillers that make a poor end of a title. */
const WEAK_ENDS = new Set('allowed called going began begins begin said say says'.split(' '));
/** Words of little weight that belong to the next one: a title may begin with one, but never end with one. */
const LEADING = new Set('one two first last next no never'.split(' '));
/** Words beyond this many add little to a title. */
const BEST_WORDS = 6;
/** The bonus of the first sentence; the n-th sentence gets 1/n of this bonus. */
const EARLY = 0.8;
/**
 * A word that occurs in many sections does not distinguish them: its weight falls with the number of
 * sections.
 */
const COMMON = 0.5;

/**
 * Titles sections with key phrases: the part of a sentence with the most important words of its section.
 * Offline and deterministic.
 */
export function createKeyPhraseWriter(): TitleWriter {
  return {
    id: 'key-phrases',
    version: '7',
    write: async (subjects) => keyPhraseTitles(subjects),
  };
}

/**
 * Returns one title for each subject: its best phrase in title case, otherwise the video's title, with "part
 * N" if it has several. Titles have at most 64 characters, are never empty, and differ from each other if the
 * text allows.
 */
export function keyPhraseTitles(subjects: readonly TitleSubject[]): string[] {
  const sections = subjects.map(sentencesOf);
  const spread = new Map<string, number>();
  for (const sentences of sections) {
    const words = new Set(sentences.flat().map((token) => token.key));
    for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const used = new Set<string>();
  return subjects.map((subject, i) => {
    // The importance of words is known only for English, and estimated for similarly written languages.
    const phrases = hasCase(subject.text) ? rankPhrases(sections[i]!, spread) : openings(sections[i]!);
    const title =
      phrases.find((phrase) => !used.has(phrase.toLowerCase())) ?? lastResort(subject, sections[i]!, used);
    used.add(title.toLowerCase());
    return title;
  });
}

interface Token {
  text: string;
  /** In lower case, without punctuation. */
  key: string;
  /** Whether a comma follows, at which a phrase should end. */
  closes: boolean;
  /** See saidWords. */
  fit: boolean;
}

function sentencesOf(subject: TitleSubject): Token[][] {
  const sentences: Token[][] = [[]];
  for (const { text, fit } of saidWords(subject)) {
    // Markup characters separate words too: a person may speak them to get them into a title.
    const tokens = text.split(/[<>{}|]+/).map((word) => ({
      text: word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/gu, ''),
      key: plain(word),
      closes: /[,;:]$/.test(word),
      fit,
    }));
    sentences.at(-1)!.push(...tokens.filter((token) => token.key !== ''));
    if (/[.!?।॥…]$/u.test(text)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

/** Returns phrases in title case, best first. */
function rankPhrases(sentences: readonly Token[][], spread: ReadonlyMap<string, number>): string[] {
  const counts = new Map<string, number>();
  for (const token of sentences.flat()) counts.set(token.key, (counts.get(token.key) ?? 0) + 1);
  const weigh = (key: string) =>
    isContent(key) ? (1 + Math.log2(counts.get(key) ?? 1)) / (spread.get(key) ?? 1) ** COMMON : 0;
  const candidates: { title: string; score: number }[] = [];
  for (const [place, sentence] of sentences.entries()) {
    for (let from = 0; from < sentence.length; from += 1) {
      for (
        let to = from + TITLE_WORDS.min;
        to <= Math.min(sentence.length, from + TITLE_WORDS.max);
        to += 1
      ) {
        if (!sentence.slice(from, to).every(({ fit }) => fit)) break;
        const score = scorePhrase(sentence, from, to, weigh);
        if (score === null) continue;
        const title = titleCase(sentence.slice(from, to));
        if (title.length <= TITLE_MAX_CHARACTERS) {
          // A section's subject is usually mentioned early.
          candidates.push({ title, score: score + EARLY / (1 + place) });
        }
      }
    }
  }
  return candidates.sort((a, b) => b.score - a.score).map((phrase) => phrase.title);
}

/** Whether most letters have an upper and a lower case, unlike those of Devanagari and Bengali. */
function hasCase(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(/\p{Lo}/gu) <= count(/\p{L}/gu) / 2;
}

/**
 * Returns the start of each sentence: all of it if short, otherwise up to its last comma, otherwise its first
 * words.
 */
function openings(sentences: readonly Token[][]): string[] {
  return sentences.flatMap((whole) => {
    const unfit = whole.findIndex(({ fit }) => !fit);
    const sentence = unfit < 0 ? whole : whole.slice(0, unfit);
    const fits = (count: number) => {
      const last = sentence[count - 1]?.key ?? '';
      const isEnd = !NEVER_LAST.has(last) && !STOP_WORDS.has(last);
      return isEnd && count >= TITLE_WORDS.min && textOf(count).length <= TITLE_MAX_CHARACTERS;
    };
    const textOf = (count: number) =>
      sentence
        .slice(0, count)
        .map((token) => token.text)
        .join(' ');
    const clauses = sentence.flatMap((token, i) =>
      (token.closes || i === sentence.length - 1) && i < TITLE_WORDS.max ? [i + 1] : [],
    );
    const clause = clauses.findLast(fits);
    if (clause !== undefined) return [textOf(clause)];
    let count = Math.min(BEST_WORDS, sentence.length);
    while (count > TITLE_WORDS.min && !fits(count)) count -= 1;
    return fits(count) ? [textOf(count)] : [];
  });
}

function scorePhrase(
  sentence: readonly Token[],
  from: number,
  to: number,
  weigh: (key: string) => number,
): number | null {
  const phrase = sentence.slice(from, to);
  const first = phrase[0]!.key;
  const last = phrase.at(-1)!.key;
  if (!(isContent(first) || LEADING.has(first)) || !beginsAt(sentence, from)) return null;
  if (!isContent(last) || NEVER_LAST.has(last)) return null;
  const weight = phrase.reduce((sum, token) => sum + weigh(token.key), 0);
  const content = phrase.filter((token) => isContent(token.key)).length;
  if (content < 2) return null;
  let score = weight - 0.25 * (phrase.length - content) - 0.3 * Math.max(0, phrase.length - BEST_WORDS);
  // Clauses are complete from start to end, so a phrase that fills one reads best.
  if (from === 0 || sentence[from - 1]!.closes) score += 0.5;
  if (to === sentence.length || phrase.at(-1)!.closes) score += 1;
  score -= phrase.slice(0, -1).filter((token) => token.closes).length;
  if (WEAK_ENDS.has(last)) score -= 1.5;
  return score;
}

/**
 * Whether a phrase may begin here: at the start of a clause, or after a certain word that is not part of the
 * phrase.
 */
function beginsAt(sentence: readonly Token[], from: number): boolean {
  const before = sentence[from - 1];
  if (!before || before.closes) return true;
  return before.fit && !isContent(before.key) && !LEADING.has(before.key);
}

function isContent(key: string): boolean {
  return !STOP_WORDS.has(key) && ([...key].length > 2 || /\d|[^\p{Script=Latin}]/u.test(key));
}

function titleCase(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, key }, i) =>
      i > 0 && i < tokens.length - 1 && SMALL.has(key)
        ? text.toLowerCase()
        : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    )
    .join(' ');
}

/** Returns "{speech}: {video title}" if the speech is a word or two, otherwise the video's title. */
function lastResort(subject: TitleSubject, sentences: readonly Token[][], used: ReadonlySet<string>): string {
  const tokens = sentences.flat();
  const isSaidHere = (token: Token) => token.fit && isContent(token.key);
  // Words between which an unrecognised one may have been spoken are not a phrase, nor is the middle of a
  // phrase.
  const from = tokens.findIndex(isSaidHere);
  const stretch = tokens.slice(from, tokens.findLastIndex(isSaidHere) + 1);
  const isPhrase = stretch.every(({ fit }) => fit) && (stretch.length < 2 || beginsAt(tokens, from));
  const wordsHere = isPhrase ? stretch.filter(isSaidHere) : [];
  const video = subject.videoTitle
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const title = `${titleCase(wordsHere)}: ${video.join(' ')}`;
  const words = wordsHere.length + video.length;
  const fits = words >= TITLE_WORDS.min && words <= TITLE_WORDS.max && title.length <= TITLE_MAX_CHARACTERS;
  return wordsHere.length > 0 && video.length > 0 && fits && !used.has(title.toLowerCase())
    ? title
    : partTitle(subject);
}

/**
 * Returns the video's title, shortened between words if it is too long, with "part N" if the video has
 * several sections.
 */
function partTitle({ videoTitle, part, parts }: TitleSubject): string {
  const end = parts > 1 ? ` part ${part}` : '';
  const room = TITLE_MAX_CHARACTERS - end.length;
  const words = videoTitle
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, TITLE_WORDS.max - 2);
  while (words.length > 1 && words.join(' ').length > room) words.pop();
  const name = cutCharacters(words.join(' '), room).trim();
  return `${name === '' ? 'Untitled video' : name}${end}`;
}

/** Returns the longest prefix of whole characters, as a reader sees them, within this many code units. */
function cutCharacters(text: string, room: number): string {
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (cut.length + segment.length > room) break;
    cut += segment;
  }
  return cut;
}
