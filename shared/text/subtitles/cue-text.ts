import { MAX_SPEAKER, MAX_TEXT } from '#contract/limits.ts';
import { decodeEntities } from '../letters/entities.ts';
import { isDrawing, withoutOverrides } from './ass-events.ts';
import type { CueBlock } from './cue-blocks.ts';
import { type Cue, type Times, toMs } from './cue-times.ts';
import type { LinedCue } from './rolling-captions.ts';

/** One more than a section's text may have: a longer text is refused, not shortened. */
const MAX_CUE_CHARACTERS = MAX_TEXT + 1;
/** The same with its markup. */
const MAX_MARKED_CHARACTERS = 20 * MAX_CUE_CHARACTERS;

/** `<i>`, `</font>`, `<v Roger>`, `<00:00:01.500>`; but not the signs in "2 < 3". */
const TAG = /<\/?[a-z][^<>]{0,200}>|<[\d:.]{1,20}>/gi;
/** The time of the next word. */
const TIME_TAG = /<(\d{1,3}:\d{1,2}[\d:.,]{1,11})>/;
/** A line break and a space, as in Advanced SubStation. SubRip files contain them too. */
const BREAK = /\\[Nh]/g;
/** `<v Roger>` or `<v.loud Roger>` begins a speaker's part, `</v>` ends it. */
const VOICE = /<v(?:\.[^\s<>]{0,100})?\s{1,20}([^<>]{1,200})>|<\/v>/i;
/** `>>` marks a change of speaker, as in television subtitles. */
const TURN_MARK = /(^|\s)>{2,3}\s*(?=\p{L})/gu;
/** Direction marks and other characters that no player shows. */
const INVISIBLE = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/**
 * Returns the text of a cue. If it names several speakers, each gets a part of its time in proportion to the
 * text.
 */
export function cuesOfBlock({ startMs, endMs, lines }: CueBlock): LinedCue[] {
  const marked = lines.join(' ').slice(0, MAX_MARKED_CHARACTERS);
  // Each part is preceded by the name in its tag. An end tag has no name.
  const [first = '', ...named] = marked.split(VOICE);
  const parts = [{ text: withoutMarkup(first), speaker: '' }];
  for (let i = 0; i < named.length; i += 2) {
    const speaker = withoutMarkup(named[i] ?? '').slice(0, MAX_SPEAKER);
    parts.push({ text: withoutMarkup(named[i + 1] ?? ''), speaker });
  }
  const spoken = parts.filter(({ text }) => text !== '' && !isDrawing(text));
  const letters = spoken.reduce((sum, { text }) => sum + text.length, 0);
  const starts = spoken.length === 1 ? startsOf(marked, { startMs, endMs }) : [];
  const lineStarts = spoken.length === 1 ? lineStartsOf(lines) : new Set([0]);
  let before = 0;
  return spoken.flatMap(({ text, speaker }) => {
    const at = (count: number) => startMs + Math.round(((endMs - startMs) * count) / letters);
    const from = at(before);
    before += text.length;
    const cue = { startMs: from, endMs: at(before), text, lineStarts };
    if (cue.endMs <= from) return [];
    return { ...cue, ...(speaker !== '' && { speaker }), ...(starts.length > 0 && { starts }) };
  });
}

/** Returns the times in a marked text of the words that follow them. Times out of order are ignored. */
function startsOf(marked: string, { startMs, endMs }: Times): NonNullable<Cue['starts']> {
  const [first = '', ...timed] = marked.split(TIME_TAG);
  const starts: NonNullable<Cue['starts']> = [];
  let count = wordsOf(first);
  let isInWord = /\S$/.test(first.replace(TAG, ''));
  for (let i = 0; i < timed.length; i += 2) {
    const text = timed[i + 1]!;
    const bare = text.replace(TAG, '');
    const isSameWord = isInWord && /^\S/.test(bare);
    const time = toMs(timed[i]!);
    const words = wordsOf(text);
    if (time !== null && !isSameWord && words > 0 && count > 0) {
      if (time > (starts.at(-1)?.startMs ?? startMs) && time < endMs) {
        starts.push({ word: count, startMs: time });
      }
    }
    count += isSameWord ? words - 1 : words;
    if (bare !== '') isInWord = /\S$/.test(bare);
  }
  return starts;
}

function lineStartsOf(lines: readonly string[]): Set<number> {
  const starts = new Set<number>();
  let count = 0;
  for (const line of lines) {
    starts.add(count);
    count += wordsOf(line.slice(0, MAX_MARKED_CHARACTERS));
  }
  return starts;
}

function wordsOf(marked: string): number {
  const text = withoutMarkup(marked);
  return text === '' ? 0 : text.split(' ').length;
}

/**
 * Returns one line without markup and without characters that a database refuses (control characters, lone
 * surrogates).
 */
function withoutMarkup(text: string): string {
  const bare = withoutOverrides(text).replace(BREAK, ' ').replace(TAG, '');
  return decodeEntities(bare)
    .replace(INVISIBLE, '')
    .replace(TURN_MARK, '$1')
    .slice(0, MAX_CUE_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();
}
