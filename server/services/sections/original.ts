import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { boundariesOf, type Original, type SectionRow } from '#core/repositories/projects/sections.ts';
import type { SectionChange } from '#core/repositories/projects/section-states.ts';
import { originalOf } from '../section-views/section-text.ts';

/**
 * Returns the original with the values that an edit is about to overwrite, for Reset; `null` for a custom
 * section.
 */
export function preservedOriginal(row: SectionRow): Original | null {
  const original = originalOf(row);
  return (
    original && {
      reasons: boundariesOf(row),
      ...(row.objectId === null && row.fetchKey !== null && { fetchKey: row.fetchKey }),
      ...original,
    }
  );
}

/**
 * Returns what restores an analysed section, without its position; `undefined` for custom sections and the
 * later parts of splits, which have no analysis.
 */
export function analysed(row: SectionRow): Omit<SectionChange, 'position'> | undefined {
  const original = originalOf(row);
  if (!original || original.splitOf) return undefined;
  const { wholeText, kept: _, brought: __, ...rest } = original;
  const text = wholeText ?? original.text;
  const texts: NonNullable<SectionChange['texts']> = {};
  for (const [language, written] of Object.entries(row.texts)) {
    // A machine translation of this very text stays valid.
    texts[language] = written?.translatedFrom === text ? written : null;
  }
  texts[original.language] = { text, translatedFrom: null };
  return {
    title: original.title,
    startMs: original.startMs,
    endMs: original.endMs,
    startReason: (original.reasons ?? boundariesOf(row)).start,
    endReason: (original.reasons ?? boundariesOf(row)).end,
    ...SECTION_DEFAULTS,
    objectId: null,
    ...(row.objectId !== null && { fetchKey: original.fetchKey ?? null }),
    original: { ...rest, text },
    deleted: false,
    texts,
  };
}
