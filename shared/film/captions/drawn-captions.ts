import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';
import { groundOf, isHighlighted, isSameLook, isVertical, lookIn } from './caption-look.ts';

type Section = Pick<SectionSnapshot, 'captions' | 'narration' | 'words' | 'lowerThird'>;
type Film = Pick<GenerationInput, 'burnSubtitles' | 'width' | 'height' | keyof CaptionLook>;

/** Whether a film draws captions into a section's video, if the section has any. */
export const drawsCaptions = (
  { captions }: Pick<Section, 'captions'>,
  film: Pick<Film, 'burnSubtitles'>,
): boolean => film.burnSubtitles && captions;

/** Whether a section of a film shows captions. One without words is the same as without burned-in captions. */
export const drawsWords = (section: Section, film: Pick<Film, 'burnSubtitles'>): boolean =>
  drawsCaptions(section, film) && (section.narration !== null || section.words.length > 0);

/** Returns the caption style if it is not the default, for artifact keys and steps; otherwise `null`. */
export const nonDefaultLook = (section: Section, film: Film): CaptionLook | null =>
  drawsWords(section, film) && !isSameLook(film, PLAIN_CAPTIONS) ? lookIn(film) : null;

/**
 * Returns the style if a worker of an earlier version would draw the captions differently, for artifact keys
 * and steps. Returns `null` if it would draw the same, so that the sections that it rendered are reused.
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

/**
 * The version of the drawing of a later style. Since 3, a highlighted word stays within the spaces beside it.
 */
export const drawingOf = (look: Pick<CaptionLook, 'captionStyle' | 'captionHighlight'>): 2 | 3 =>
  isHighlighted(look) ? 3 : 2;
