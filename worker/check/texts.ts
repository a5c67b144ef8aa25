import type { Finding } from '#contract/film-check.ts';
import type { Language } from '#contract/primitives.ts';
import { missingIn } from '#core/fonts/glyphs.ts';
import { type PlannedSection, sectionAt } from './plan.ts';

/** A caption of a film, in ms from its start. */
export interface Caption {
  startMs: number;
  endMs: number;
  text: string;
}

/** The highest readable speed, in letters (including their marks) per second. */
const READABLE: Record<Language, number> = { en: 22, hi: 18, bn: 18 };
/** How many characters a finding names. */
const MAX_NAMED = 20;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Reports the fastest caption of each section that has captions which are too fast. */
export function judgeReadingSpeed(
  captions: readonly Caption[],
  sections: readonly PlannedSection[],
  language: Language,
): Finding[] {
  const readable = READABLE[language];
  const fast = new Map<string, { perSecond: number; caption: Caption; captions: number }>();
  for (const caption of captions) {
    const seconds = (caption.endMs - caption.startMs) / 1000;
    const perSecond = [...graphemes.segment(caption.text)].length / seconds;
    if (perSecond <= readable) continue;
    const id = sectionAt(sections, caption.startMs)?.sectionId ?? '';
    const previous = fast.get(id);
    const worst = previous && previous.perSecond >= perSecond ? previous : { perSecond, caption };
    fast.set(id, { ...worst, captions: (previous?.captions ?? 0) + 1 });
  }
  return [...fast].map(([id, { perSecond, caption, captions: count }]) => ({
    kind: 'reading-speed',
    severity: 'hint',
    perSecond: Math.round(perSecond),
    readable,
    captions: count,
    startMs: caption.startMs,
    endMs: caption.endMs,
    sectionId: id || null,
  }));
}

/**
 * Reports characters of card titles, lower thirds and drawn captions (`null` if none are drawn) that no font
 * has.
 */
export function judgeGlyphs(
  sections: readonly PlannedSection[],
  captions: readonly Caption[] | null,
  isDrawable: (character: string) => boolean,
): Finding[] {
  return sections.flatMap(({ sectionId, drawn: lines, startMs, endMs }) => {
    const own =
      captions?.filter((caption) => sectionAt(sections, caption.startMs)?.sectionId === sectionId) ?? [];
    const texts = [...lines.map((text) => ({ text, startMs, endMs })), ...own];
    const missing = (text: string) => missingIn(text, isDrawable);
    const first = texts.find(({ text }) => missing(text).length > 0);
    if (!first) return [];
    const characters = [...new Set(texts.flatMap(({ text }) => missing(text)))].slice(0, MAX_NAMED).join('');
    const times = { startMs: first.startMs, endMs: first.endMs };
    return { kind: 'missing-glyphs', severity: 'fault', characters, ...times, sectionId } as const;
  });
}
