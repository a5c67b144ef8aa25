import type { Bars } from '#contract/bars.ts';
import { frameBehind } from '#film/cards/card-frame.ts';
import type { CameraPath } from '#film/framing/camera.ts';
import type { ShownPlacement } from '#film/framing/framing.ts';
import type { Section } from '#contract/sections.ts';
import type { CardFrame, CardPlace, CardStyle, Framing, Zoom } from '#contract/section-settings.ts';
import { sectionExcerpt } from './ranges.ts';

/** What happens to a picture of another shape than the film's. */
export const FRAMING_NAMES: Record<Framing, string> = {
  blurred: 'Blurred background',
  fit: 'Fit (black bars)',
  fill: 'Fill (crop)',
  follow: 'Follow subject (crop around faces)',
};

/** How an image moves. */
export const ZOOM_NAMES: Record<Zoom, string> = {
  none: 'None',
  in: 'Slow zoom in',
  out: 'Slow zoom out',
};

/** Where a title card's words stand, and how they look. */
export const CARD_PLACE_NAMES: Record<CardPlace, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' };
export const CARD_STYLE_NAMES: Record<CardStyle, string> = {
  plain: 'Plain',
  large: 'Large',
  line: 'Accent line',
};

/** Whether a section's title is drawn: that of a card, or over an image. */
export const hasTitle = ({ media, titled }: Pick<Section, 'media' | 'titled'>): boolean =>
  media === 'none' || (media === 'image' && titled);

export const CARD_FRAME_NAMES: Record<CardFrame, string> = {
  none: 'A colour',
  before: 'Previous video, blurred',
  after: 'Next video, blurred',
};

/** How a section's picture takes the film's shape; an image has nothing to follow. */
function framingOf({ media, framing }: Section, ofFilm: Framing): Framing {
  const chosen = framing ?? ofFilm;
  return chosen === 'follow' && media !== 'video' ? 'fill' : chosen;
}

/** Whether a section's picture is cut around the faces in it. */
export const isFollowing = (section: Section, ofFilm: Framing): boolean =>
  framingOf(section, ofFilm) === 'follow';

/** How a section's picture is placed in a film of this framing; with its camera, if it follows its subject. */
export const placementOf = (section: Section, framing: Framing, camera?: CameraPath): ShownPlacement => ({
  framing: framingOf(section, framing),
  crop: section.crop,
  shotCrops: section.shotCrops,
  zoom: section.media === 'image' ? section.zoom : 'none',
  background: section.background,
  cardPlace: section.cardPlace,
  cardStyle: section.cardStyle,
  titled: section.media === 'image' && section.titled,
  ...(section.media === 'video' && section.bars && { bars: section.bars }),
  ...(camera && { camera }),
});

/** Both in the same unit. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Along which side a picture is cut that fills the film. */
export const cutAlong = (picture: PictureSize, film: PictureSize): 'x' | 'y' =>
  picture.width * film.height > film.width * picture.height ? 'x' : 'y';

const FROM = { x: 'the left', y: 'the top' };

/** Where a picture is cut, in words. Without a side, that of either shape. */
export const cropWords = (crop: number, along?: 'x' | 'y'): string =>
  `${Math.round(crop * 100)}% from ${along ? FROM[along] : 'the left or top'}`;

/**
 * The video behind a card's title with its bars, and the second of its frame; `null` if the card has its
 * colour.
 */
export function frameOfCard(
  card: Pick<Section, 'id' | 'cardFrame'>,
  sections: readonly Section[],
): { url: string | null; second: number; bars: Bars | undefined } | null {
  if (card.cardFrame === 'none') return null;
  const excerpts = sections.map((section) => (section.media === 'video' ? sectionExcerpt(section) : null));
  const at = sections.findIndex(({ id }) => id === card.id);
  const found = frameBehind(card.cardFrame, excerpts, at);
  if (!found) return null;
  const { preview, bars } = sections[found.index]!;
  return { url: preview?.videoUrl ?? null, second: found.atMs / 1000, bars };
}
