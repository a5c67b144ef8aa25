import { MAX_SPEAKER, MAX_TEXT, SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { readBlocks } from './cue-blocks.ts';
import type { Cue, Times } from './cue-times.ts';
import { decodeText } from './decode-text.ts';

export type { Cue } from './cue-times.ts';

/** One more than a section's text may have: what is longer is refused, not shortened. */
const MAX_CUE_CHARACTERS = MAX_TEXT + 1;
/** The same with its markup. */
const MAX_MARKED_CHARACTERS = 20 * MAX_CUE_CHARACTERS;

/** `<i>`, `</font>`, `<v Roger>`, `<00:00:01.500>`; but not the signs in "2 < 3". */
const TAG = /<\/?[a-z][^<>]{0,200}>|<[\d:.]{1,20}>/gi;
/** `{\an8}` and a line break, as in Advanced SubStation; SubRip files have them too. */
const OVERRIDE = /\{\\[^{}]{0,200}\}|\\[Nh]/g;
/** `<v Roger>` or `<v.loud Roger>` begins what somebody says, `</v>` ends it. */
const VOICE = /<v(?:\.[^\s<>]{0,100})?\s{1,20}([^<>]{1,200})>|<\/v>/i;
/** `>>` where another speaker begins, as in subtitles of television. */
const TURN_MARK = /(^|\s)>{2,3}\s*(?=\p{L})/gu;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export interface Subtitles {
  /** In order of time. */
  cues: Cue[];
  /** How many cues with a text have no times that can be used. */
  unreadable: number;
}

/**
 * Parses SubRip or WebVTT as found in practice: any encoding of `decodeText`, any line ends, missing numbers, blank lines
 * in cues, odd times, any markup.
 * @returns nothing for a file that is too large or no subtitles. Never throws.
 */
export function readSubtitles(bytes: Uint8Array): Subtitles {
  if (bytes.byteLength > SUBTITLES_MAX_BYTES) return { cues: [], unreadable: 0 };
  const { blocks, unreadable } = readBlocks(decodeText(bytes).split(/\r\n|\r|\n/));
  const cues = blocks.flatMap(({ lines, ...times }) => byVoice(times, lines.join(' ')));
  return { cues: cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs), unreadable };
}

/** The cues of `readSubtitles`. */
export const parseSubtitles = (bytes: Uint8Array): Cue[] => readSubtitles(bytes).cues;

/** What is said in a cue; where several speakers are named, each has a part of its time by its length. */
function byVoice({ startMs, endMs }: Times, said: string): Cue[] {
  // Between the parts stands the name in the tag before them; an end tag has none.
  const [first = '', ...named] = said.slice(0, MAX_MARKED_CHARACTERS).split(VOICE);
  const parts = [{ text: plainText(first), speaker: '' }];
  for (let i = 0; i < named.length; i += 2) {
    const speaker = plainText(named[i] ?? '').slice(0, MAX_SPEAKER);
    parts.push({ text: plainText(named[i + 1] ?? ''), speaker });
  }
  const spoken = parts.filter(({ text }) => text !== '');
  const letters = spoken.reduce((sum, { text }) => sum + text.length, 0);
  let before = 0;
  return spoken.flatMap(({ text, speaker }) => {
    const at = (count: number) => startMs + Math.round(((endMs - startMs) * count) / letters);
    const from = at(before);
    before += text.length;
    const cue = { startMs: from, endMs: at(before), text };
    return cue.endMs > from ? { ...cue, ...(speaker !== '' && { speaker }) } : [];
  });
}

/** One line without markup and without characters that a database refuses (control characters, lone surrogates). */
function plainText(text: string): string {
  return text
    .replace(OVERRIDE, ' ')
    .replace(TAG, '')
    .replace(ENTITY, decodeEntity)
    .replace(TURN_MARK, '$1')
    .slice(0, MAX_CUE_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}\uFEFF\s]+/gu, ' ')
    .trim();
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}
