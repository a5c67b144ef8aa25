import type { Placement } from '#contract/framing.ts';
import type { Section } from '#contract/sections.ts';
import type { Framing, Zoom } from '#contract/section-settings.ts';

/** What happens to a picture of another shape than the film's. */
export const FRAMING_NAMES: Record<Framing, string> = {
  blurred: 'Blurred background',
  fit: 'Fit, between black bars',
  fill: 'Fill, cut at the edges',
};

/** How an image moves. */
export const ZOOM_NAMES: Record<Zoom, string> = {
  none: 'None',
  in: 'Slowly nearer',
  out: 'Slowly farther',
};

/** How a section's picture is placed in a film of this framing. */
export const placementOf = (section: Section, framing: Framing): Placement => ({
  framing: section.framing ?? framing,
  crop: section.crop,
  zoom: section.media === 'image' ? section.zoom : 'none',
  background: section.background,
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
