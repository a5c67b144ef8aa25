import { MAX_TITLE } from '#contract/limits.ts';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';

/** A translation as it fits a title: one line, and no longer than one may be. */
export const asTitle = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE);

/** Whether a section's picture has its title in it. */
export const showsTitle = ({ media, titled }: Pick<SectionSnapshot, 'media' | 'titled'>): boolean =>
  media.kind === 'card' || titled;

/** What a section's picture shows beside captions: the title of a card and the line under it, the lines of a lower third, the credits. */
export function drawnLines(
  section: Pick<SectionSnapshot, 'media' | 'titled' | 'title' | 'subtitle' | 'lowerThird'>,
): string[] {
  const { title, subtitle, lowerThird, media } = section;
  if (media.kind === 'card' && media.credits)
    return [title, ...media.credits.flat().flatMap((credit) => [credit.title, credit.detail])];
  if (showsTitle(section)) return subtitle ? [title, subtitle] : [title];
  return lowerThird ? [lowerThird.name, lowerThird.detail] : [];
}

/** A film whose titles, and lines under them, are the translations of those that it has. */
export function withTitles(film: GenerationInput, texts: readonly string[]): GenerationInput {
  const made = new Map(
    film.titles?.map(({ sectionId, field }, place) => [`${field} ${sectionId}`, asTitle(texts[place]!)]),
  );
  const sections = film.sections.map((section) => {
    const subtitle = section.subtitle && (made.get(`cardSubtitle ${section.sectionId}`) || section.subtitle);
    const title = made.get(`title ${section.sectionId}`) || section.title;
    return { ...section, title, ...(subtitle && { subtitle }) };
  });
  return { ...film, sections };
}
