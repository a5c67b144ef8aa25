import type { CaptionColor, CaptionPlace, CaptionSize } from '#contract/caption-look.ts';
import type { CaptionGround } from '#film/captions/caption-look.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import type { LowerStyle, Transition } from '#contract/section-settings.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';

/** The transitions from a section to the next one. */
export const TRANSITION_NAMES: Record<Transition, string> = {
  cut: 'Cut',
  crossfade: 'Crossfade',
  dip: 'Dip to black',
};

export const CREDITS_NAMES: Record<CreditsChoice, string> = {
  auto: 'If a licence requires them',
  on: 'Always',
  off: 'Never',
};

export const STYLE_NAMES: Record<CaptionGround, string> = {
  lines: 'Plain',
  outline: 'Outline',
  boxed: 'Box',
  pill: 'Pill',
};
export const LOWER_STYLE_NAMES: Record<LowerStyle, string> = {
  boxed: 'Box',
  plain: 'Plain',
  line: 'Accent line',
};
export const PLACE_NAMES: Record<CaptionPlace, string> = { top: 'Top', middle: 'Middle', bottom: 'Bottom' };
export const SIZE_NAMES: Record<CaptionSize, string> = { small: 'Small', medium: 'Medium', large: 'Large' };
export const COLOR_NAMES: Record<CaptionColor, string> = {
  white: 'White',
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
};

/** Returns the name of an aspect ratio on the page, such as 'Portrait 4:5'. */
export const describeShape = (aspect: Aspect): string => `${SHAPES[aspect].word} ${aspect}`;
