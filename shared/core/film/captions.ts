import {
  type CaptionLook,
  groundOf,
  isHighlighted,
  isSameLook,
  isVertical,
  lookIn,
  PLAIN_CAPTIONS,
} from '#contract/caption-look.ts';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';

type Section = Pick<SectionSnapshot, 'captions' | 'narration' | 'words' | 'lowerThird'>;
type Film = Pick<GenerationInput, 'burnSubtitles' | 'width' | 'height' | keyof CaptionLook>;

/** Whether a film draws captions into a section's picture, if anything is said. */
export const drawsCaptions = (
  { captions }: Pick<Section, 'captions'>,
  film: Pick<Film, 'burnSubtitles'>,
): boolean => film.burnSubtitles && captions;

const drawsWords = (section: Section, film: Film): boolean =>
  drawsCaptions(section, film) && (section.narration !== null || section.words.length > 0);

/** The look of what is drawn where it is not the plain one, for artifact keys and steps; null otherwise. */
export const unusualLook = (section: Section, film: Film): CaptionLook | null =>
  drawsWords(section, film) && !isSameLook(film, PLAIN_CAPTIONS) ? lookIn(film) : null;

/**
 * The look if a worker of an earlier version would draw captions otherwise, for artifact keys and steps; `null` if it
 * would draw the same, so that sections which it rendered are found again.
 */
export function laterLook(section: Section, film: Film): CaptionLook | null {
  if (!drawsWords(section, film)) return null;
  const isLater =
    isVertical(film) ||
    isHighlighted(film) ||
    (groundOf(film) !== 'lines' && groundOf(film) !== 'boxed') ||
    (section.lowerThird !== undefined && film.captionPlace === 'middle');
  return isLater ? lookIn(film) : null;
}

/** The version of a later look's drawing: since 3, a highlighted word stays within the spaces beside it. */
export const drawingOf = (look: Pick<CaptionLook, 'captionStyle' | 'captionHighlight'>): 2 | 3 =>
  isHighlighted(look) ? 3 : 2;
