import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';
import { MAX_TITLE } from '#contract/limits.ts';

/** Shortens a translation to a valid title: one line of the allowed length. */
export const asTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE);

/** Whether the title is drawn into a section's video. */
export const showsTitle = ({ media, titled }: Pick<SectionSnapshot, 'media' | 'titled'>): boolean =>
  media.kind === 'card' || titled;

/**
 * Returns the texts drawn into a section's video beside captions: a card's title and the line under it, the
 * lines of a lower third, the credits.
 */
export function drawnLines(
  section: Pick<SectionSnapshot, 'media' | 'titled' | 'title' | 'subtitle' | 'lowerThird'>,
): string[] {
  const { title, subtitle, lowerThird, media } = section;
  if (media.kind === 'card' && media.credits)
    return [title, ...media.credits.flat().flatMap((credit) => [credit.title, credit.detail])];
  if (showsTitle(section)) return subtitle ? [title, subtitle] : [title];
  return lowerThird ? [lowerThird.name, lowerThird.detail] : [];
}

/** Returns the film with its titles, and the lines under them, replaced by translations. */
export function withTitles(film: GenerationInput, texts: readonly string[]): GenerationInput {
  const translated = new Map(
    film.titles?.map(({ sectionId, field }, place) => [`${field} ${sectionId}`, asTitle(texts[place]!)]),
  );
  const sections = film.sections.map((section) => {
    const subtitle =
      section.subtitle && (translated.get(`cardSubtitle ${section.sectionId}`) || section.subtitle);
    const title = translated.get(`title ${section.sectionId}`) || section.title;
    return { ...section, title, ...(subtitle && { subtitle }) };
  });
  return { ...film, sections };
}
