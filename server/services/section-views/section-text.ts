import type { Language } from '#contract/primitives.ts';
import type { TextSource } from '#contract/sections.ts';
import { originalSchema, type SectionRow } from '#core/repositories/projects/sections.ts';

type Texts = Pick<SectionRow, 'texts' | 'original'>;

/** The order of languages in which a section without an original looks for its original text. */
const WRITTEN_FIRST = ['en', 'bn', 'hi'];

/** Returns what the analysis found; `null` for a custom section. */
export function originalOf(section: Pick<SectionRow, 'original'>) {
  return section.original === null ? null : originalSchema.parse(section.original);
}

/** Returns the language in which a section was spoken or first written. */
function firstLanguage(section: Texts): string {
  const spoken = originalOf(section)?.language;
  if (spoken !== undefined) return spoken;
  const written = WRITTEN_FIRST.filter((code) => section.texts[code]?.translatedFrom === null);
  return written.find((code) => !isBlank(section.texts[code]!.text)) ?? written[0] ?? WRITTEN_FIRST[0]!;
}

/** Returns the current text in that language. */
export function firstText(section: Texts): { language: string; text: string } {
  const language = firstLanguage(section);
  return { language, text: section.texts[language]?.text ?? '' };
}

const isBlank = (text: string): boolean => text.trim() === '';

export interface ShownText {
  text: string;
  /** The part of it that plays in the film: a transcript without the words that are cut out. */
  spoken: string;
  source: TextSource;
  /** The text's language. */
  language: string;
}

/**
 * Returns the section's text in a language: written for it, or translated from the current text; otherwise as
 * first written, in its own language.
 * @param remaining the text in the spoken language without its cut words, if any are cut
 */
export function shownText(section: Texts, language: Language, remaining: string | null): ShownText {
  const first = firstLanguage(section);
  const firstText = section.texts[first]?.text ?? '';
  const spoken = remaining ?? firstText;
  const own = section.texts[language];
  if (language === first || !own) {
    if (isBlank(firstText)) return { text: '', spoken: '', source: 'written', language };
    const isOriginal = originalOf(section)?.text.trim() === firstText.trim();
    const source = isOriginal ? 'original' : 'written';
    if (language === first) return { text: firstText, spoken, source, language };
    return { text: firstText, spoken, source: 'untranslated', language: first };
  }
  const { text, translatedFrom } = own;
  if (translatedFrom === null) {
    const brought = originalOf(section)?.brought?.[language];
    const isOutdated = brought?.text === text && brought.of !== firstText;
    return { text, spoken: text, source: isOutdated ? 'outdated' : 'written', language };
  }
  // The text, or the part that is cut out, changed after the translation.
  if (translatedFrom !== spoken) return { text: firstText, spoken, source: 'untranslated', language: first };
  return { text, spoken: text, source: 'translated', language };
}

/**
 * Returns a text that a person wrote in a language, as it is stored; `null` if it equals the untranslated
 * text of another language that was shown there, which is not a text of this language yet.
 */
export function writtenText(
  section: Texts,
  language: Language,
  text: string,
): { text: string; translatedFrom: null } | null {
  const first = firstLanguage(section);
  const isTranslated = typeof section.texts[language]?.translatedFrom === 'string';
  const isOthers = language !== first && !isTranslated && section.texts[first]?.text === text;
  return isOthers ? null : { text, translatedFrom: null };
}

/** The text returned by `shownText`. */
export function sectionTextIn(section: Texts, language: Language, remaining: string | null): string {
  return shownText(section, language, remaining).text;
}
