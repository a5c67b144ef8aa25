import { MAX_SPEAKER, MAX_TEXT, SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { decodeText } from './decode-text.ts';

/** A line of plain text shown from startMs to endMs, in whole milliseconds. */
export interface Cue {
  startMs: number;
  endMs: number;
  text: string;
  /** Who says it, where the file names a speaker. */
  speaker?: string;
}

/** One more than a section's text may have: what is longer is refused, not shortened. */
const MAX_CUE_CHARACTERS = MAX_TEXT + 1;
/** The same with its markup. */
const MAX_MARKED_CHARACTERS = 20 * MAX_CUE_CHARACTERS;

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
/** Hours and the settings after the second time are optional; WebVTT has dots, SubRip commas. */
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`);
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

/**
 * Parses SubRip or WebVTT as found in practice: any encoding of `decodeText`, any line
 * ends, missing numbers and blank lines, any markup.
 * @returns in order of time; empty for a file that is too large or no subtitles. Never throws.
 */
export function parseSubtitles(bytes: Uint8Array): Cue[] {
  if (bytes.byteLength > SUBTITLES_MAX_BYTES) return [];
  const lines = decodeText(bytes).split(/\r\n|\r|\n/);
  const cues: Cue[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const timing = timingOf(lines[i]!);
    if (!timing) continue;
    const said: string[] = [];
    while (i + 1 < lines.length && lines[i + 1]!.trim() !== '' && !timingOf(lines[i + 1]!)) {
      said.push(lines[(i += 1)]!);
    }
    // Without a blank line between, the next cue's number looks like the last line of this one.
    if (i + 1 < lines.length && timingOf(lines[i + 1]!) && /^\d+$/.test(said.at(-1)?.trim() ?? ''))
      said.pop();
    if (timing.endMs > timing.startMs) cues.push(...byVoice(timing, said.join(' ')));
  }
  return cues.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** What is said in a cue; where several speakers are named, each has a part of its time by its length. */
function byVoice({ startMs, endMs }: Pick<Cue, 'startMs' | 'endMs'>, said: string): Cue[] {
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

function timingOf(line: string): Pick<Cue, 'startMs' | 'endMs'> | null {
  const found = line.includes('-->') ? TIMING.exec(line.slice(0, 200)) : null;
  if (!found) return null;
  const [, ...parts] = found;
  return { startMs: toMs(parts.slice(0, 4)), endMs: toMs(parts.slice(4)) };
}

function toMs([hours, minutes, seconds, fraction]: (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number((fraction ?? '').padEnd(3, '0'));
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
