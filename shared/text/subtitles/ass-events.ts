import type { CueBlock, Blocks } from './cue-blocks.ts';
import { toMs } from './cue-times.ts';

const SECTION = /^\s*\[(?:script info|v4\+? styles|events)\]/i;
/** The fields of an event, in the order that applies if a file does not name them. */
const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
/** The maximum number of lines before the first section. */
const LINES_BEFORE = 20;
const BREAK = /\\[Nn]/;

export const isAss = (lines: readonly string[]): boolean =>
  lines.slice(0, LINES_BEFORE).some((line) => SECTION.test(line));

/**
 * Reads the events of an Advanced SubStation file. Karaoke effects that a program generated per syllable are
 * replaced by the song's line.
 */
export function readEvents(lines: readonly string[]): Blocks {
  let fields = FIELDS;
  let unreadable = 0;
  const events: { effect: string; block: CueBlock }[] = [];
  for (const line of lines) {
    const [, kind = '', content = ''] = /^\s{0,9}(Format|Dialogue|Comment):(.*)$/i.exec(line) ?? [];
    if (kind === '') continue;
    if (kind.toLowerCase() === 'format') {
      const named = content.split(',').map((name) => name.trim().toLowerCase());
      if (named.includes('text') && named.includes('start')) fields = named;
      continue;
    }
    const values = content.split(',');
    const valueOf = (name: string) => values[fields.indexOf(name)]?.trim() ?? '';
    const effect = valueOf('effect').toLowerCase();
    if (kind.toLowerCase() === 'comment' && effect !== 'karaoke') continue;
    // Only the last field may contain commas.
    const text = fields.at(-1) === 'text' ? values.slice(fields.length - 1).join(',') : valueOf('text');
    const textLines = withoutOverrides(text, { comments: true }).replaceAll('\\h', ' ').split(BREAK);
    if (textLines.every((part) => part.trim() === '')) continue;
    const [startMs, endMs] = [toMs(valueOf('start')), toMs(valueOf('end'))];
    if (startMs !== null && endMs !== null && endMs > Math.max(0, startMs)) {
      events.push({ effect, block: { startMs: Math.max(0, startMs), endMs, lines: textLines } });
    } else unreadable += 1;
  }
  const hasSong = events.some(({ effect }) => effect === 'karaoke');
  const spoken = events.filter(({ effect }) => !hasSong || effect !== 'fx');
  return { blocks: spoken.map(({ block }) => block), unreadable };
}

/**
 * Removes blocks such as `{\an8}` from a text, and the drawings between `{\p1}` and `{\p0}`.
 * @param options.comments also removes blocks without commands
 */
export function withoutOverrides(text: string, { comments = false } = {}): string {
  let result = '';
  let isDrawing = false;
  for (let at = 0; ;) {
    const from = text.indexOf(comments ? '{' : '{\\', at);
    const to = from < 0 ? -1 : text.indexOf('}', from);
    if (!isDrawing) result += text.slice(at, to < 0 ? text.length : from);
    if (to < 0) return result;
    const scale = [...text.slice(from, to).matchAll(/\\p(\d)/g)].at(-1)?.[1];
    if (scale !== undefined) isDrawing = scale !== '0';
    at = to + 1;
  }
}

/** Whether a text is a drawing whose block was lost, as "m 0 0 l 100 0 l 100 50". */
export function isDrawing(text: string): boolean {
  if (!/^m -?\d/.test(text)) return false;
  const parts = text.split(' ');
  return parts.length > 4 && parts.every((part) => /^(?:[mnlbspc]|-?\d{1,9}(?:\.\d{1,9})?)$/.test(part));
}
