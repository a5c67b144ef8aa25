import type { Gender, Language } from '#contract/primitives.ts';
import { originalSchema, type SectionRow } from '#node/repositories/sections.ts';

type Texts = Pick<SectionRow, 'texts' | 'original'>;

/** What the analysis gave; null for a custom section. */
export function originalOf(section: Texts) {
  return section.original === null ? null : originalSchema.parse(section.original);
}

/** The section's text in a language; where it has none yet, the text it was written in first. */
export function textOf(section: Texts, language: Language): string {
  const first = (originalOf(section)?.language ?? 'en') as Language;
  return section.texts[language] ?? section.texts[first] ?? '';
}

/**
 * What is to be read aloud for a section in a language, or null when its original sound plays: that is when
 * nothing is written, or when text and language are as spoken in the source.
 */
export function narrationOf(section: Texts, language: Language, gender: Gender = 'male') {
  const text = textOf(section, language).trim();
  if (text === '') return null;
  const original = originalOf(section);
  if (original && original.language === language && original.text.trim() === text) return null;
  return { text, language, gender };
}
