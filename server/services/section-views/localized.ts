import { faceOf, type FaceName } from '#film/cards/drawn-text.ts';
import type { TitleToTranslate } from '#contract/jobs/titles.ts';
import type { Language } from '#contract/primitives.ts';
import { DRAWN_FIELDS, type DrawnField, type Localized } from '#contract/section-settings.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { firstText } from './section-text.ts';

type Localizable = Pick<SectionRow, 'id' | 'texts' | 'original' | 'localized' | DrawnField>;
type Titled = Localizable & Pick<SectionRow, 'objectKind' | 'videoId' | 'titled'>;

/** Whether a section shows its title: on a card, or over an image. */
export function hasTitle(row: Pick<Titled, 'objectKind' | 'videoId' | 'titled'>): boolean {
  const media = mediaOf(row);
  return media === 'none' || (media === 'image' && row.titled);
}

/**
 * Returns what a section has for a language instead of its own texts; `undefined` if it has nothing, or
 * nothing that is still valid.
 */
function ownWords(row: Localizable, field: DrawnField, language: Language): string | undefined {
  const own = row.localized[language]?.[field];
  return own && (own.of === null || own.of === row[field]) ? own.text : undefined;
}

/** Whether the section has a localized title or lower third for this language. */
export const isLocalized = (row: Localizable, field: DrawnField, language: Language): boolean =>
  firstText(row).language !== language && ownWords(row, field, language) !== undefined;

/** Returns a section with its title and lower third in a language, as far as it has them. */
export function inLanguage<Row extends Localizable>(row: Row, language: Language): Row {
  if (firstText(row).language === language) return row;
  const own = DRAWN_FIELDS.map((field) => [field, ownWords(row, field, language) ?? row[field]]);
  return { ...row, ...(Object.fromEntries(own) as Pick<Row, DrawnField>) };
}

/**
 * Returns the columns for texts that a person wrote in a language: the section's own, or its localized ones.
 */
export function writtenIn(
  row: Localizable,
  language: Language,
  written: Partial<Record<DrawnField, string | undefined>>,
): Partial<Pick<SectionRow, DrawnField | 'localized'>> {
  const entries = DRAWN_FIELDS.flatMap((field) => {
    const text = written[field];
    return text === undefined ? [] : [[field, text] as const];
  });
  if (entries.length === 0) return {};
  if (firstText(row).language === language) return Object.fromEntries(entries);
  const own = Object.fromEntries(entries.map(([field, text]) => [field, { text, of: null }]));
  return { localized: { ...row.localized, [language]: { ...row.localized[language], ...own } } };
}

/** Returns the localized texts that people wrote, without machine translations. */
export function writtenOnly(localized: Localized): Localized {
  const languages = Object.entries(localized).flatMap(([language, words]) => {
    const written = Object.entries(words).filter(([, { of }]) => of === null);
    return written.length === 0 ? [] : [[language, Object.fromEntries(written)]];
  });
  return Object.fromEntries(languages);
}

const LANGUAGE_OF: Partial<Record<FaceName, Language>> = { bengali: 'bn', devanagari: 'hi' };

/**
 * Returns the language of a title: the one spoken in its section, unless its letters belong to another one.
 */
function languageOf(row: Localizable, text: string): string {
  const candidate = firstText(row).language;
  const face = [...text].map(faceOf).find((known) => known !== undefined);
  if (face === undefined || face === 'latin')
    return candidate === 'bn' || candidate === 'hi' ? 'en' : candidate;
  return candidate === 'en' ? LANGUAGE_OF[face]! : candidate;
}

/**
 * Returns the titles, and lines under them, that are not in a language yet, and are translated for a film in
 * it.
 */
export function titlesToTranslate(
  rows: Titled[],
  language: Language,
  translates: (from: string, to: Language) => unknown,
): TitleToTranslate[] {
  return rows.flatMap((row) => {
    const fields = hasTitle(row) ? (['cardSubtitle', 'title'] as const) : (['title'] as const);
    return fields.flatMap((field) => {
      const text = row[field];
      const translateFrom = languageOf(row, text);
      const isThere = translateFrom === language || isLocalized(row, field, language) || !/\p{L}/u.test(text);
      return isThere || !translates(translateFrom, language)
        ? []
        : [{ sectionId: row.id, field, text, translateFrom }];
    });
  });
}
