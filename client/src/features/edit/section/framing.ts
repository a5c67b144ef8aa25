import type { Bars } from '#contract/bars.ts';
import { frameBehind } from '#film/cards/card-frame.ts';
import type { CameraPath } from '#film/framing/camera.ts';
import type { ShownPlacement } from '#film/framing/framing.ts';
import type { Section } from '#contract/sections.ts';
import type { CardFrame, CardPlace, CardStyle, Framing, Zoom } from '#contract/section-settings.ts';
import { sectionExcerpt } from './ranges.ts';

/** The ways to fit a picture into a film of another aspect ratio. */
export const FRAMING_NAMES: Record<Framing, string> = {
  blurred: 'Blurred background',
  fit: 'Fit (black bars)',
  fill: 'Fill (crop)',
  follow: 'Follow subject (crop around faces)',
};

/** The movements of an image. */
export const ZOOM_NAMES: Record<Zoom, string> = {
  none: 'None',
  in: 'Slow zoom in',
  out: 'Slow zoom out',
};

/** The positions and styles of a title card's texts. */
export const CARD_PLACE_NAMES: Record<CardPlace, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' };
export const CARD_STYLE_NAMES: Record<CardStyle, string> = {
  plain: 'Plain',
  large: 'Large',
  line: 'Accent line',
};

/** Whether a section's title is drawn, on a card or over an image. */
export const hasTitle = ({ media, titled }: Pick<Section, 'media' | 'titled'>): boolean =>
  media === 'none' || (media === 'image' && titled);

export const CARD_FRAME_NAMES: Record<CardFrame, string> = {
  none: 'A colour',
  before: 'Previous video, blurred',
  after: 'Next video, blurred',
};

/** Returns the framing of a section's picture. An image cannot follow a subject. */
function framingOf({ media, framing }: Section, ofFilm: Framing): Framing {
  const chosen = framing ?? ofFilm;
  return chosen === 'follow' && media !== 'video' ? 'fill' : chosen;
}

/** Whether a section's picture is cropped around faces. */
export const isFollowing = (section: Section, ofFilm: Framing): boolean =>
  framingOf(section, ofFilm) === 'follow';

/**
 * Returns the placement of a section's picture in a film of this framing. It includes the camera if the
 * section follows its subject.
 */
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

/** A width and a height in the same unit. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Returns the axis along which a picture is cropped to fill the film. */
export const cropAxis = (picture: PictureSize, film: PictureSize): 'x' | 'y' =>
  picture.width * film.height > film.width * picture.height ? 'x' : 'y';

const FROM = { x: 'the left', y: 'the top' };

/** Describes the position of a crop. Without an axis, the description applies to both. */
export const describeCrop = (crop: number, along?: 'x' | 'y'): string =>
  `${Math.round(crop * 100)}% from ${along ? FROM[along] : 'the left or top'}`;

/**
 * Returns the video behind a card's title with its bars, and the second of its frame; `null` if the card has
 * a colour.
 */
export function frameOfCard(
  card: Pick<Section, 'id' | 'cardFrame'>,
  sections: readonly Section[],
): { url: string | null; second: number; bars: Bars | undefined } | null {
  if (card.cardFrame === 'none') return null;
  const videos = sections.map((section) =>
    section.media === 'video' ? { excerpt: sectionExcerpt(section), blanks: section.blanks } : null,
  );
  const at = sections.findIndex(({ id }) => id === card.id);
  const frame = frameBehind(card.cardFrame, videos, at);
  if (!frame) return null;
  const { preview, bars } = sections[frame.index]!;
  return { url: preview?.videoUrl ?? null, second: frame.atMs / 1000, bars };
}
