import { type CaptionLook, isSameLook, lookIn, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';

type Section = Pick<SectionSnapshot, 'captions' | 'narration' | 'words'>;
type Film = Pick<GenerationInput, 'burnSubtitles' | keyof CaptionLook>;

/** Whether a film draws captions into a section's picture, if anything is said. */
export const drawsCaptions = ({ captions }: Pick<Section, 'captions'>, film: Film): boolean =>
  film.burnSubtitles && captions;

/** The look of what is drawn where it is not the plain one, for artifact keys and steps; null otherwise. */
export function unusualLook(section: Section, film: Film): CaptionLook | null {
  const isSaid = section.narration !== null || section.words.length > 0;
  if (!isSaid || !drawsCaptions(section, film) || isSameLook(film, PLAIN_CAPTIONS)) return null;
  return lookIn(film);
}
