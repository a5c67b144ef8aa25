import type { Placement } from '#contract/framing.ts';
import type { Section } from '#contract/sections.ts';
import type { Framing } from '#contract/section-settings.ts';

/** What happens to a picture of another shape than the film's. */
export const FRAMING_NAMES: Record<Framing, string> = {
  blurred: 'Blurred background',
  fit: 'Fit, between black bars',
  fill: 'Fill, cut at the edges',
};

/** How a section's picture is placed in a film of this framing. */
export const placementOf = (section: Section, framing: Framing): Placement => ({
  framing: section.framing ?? framing,
  crop: section.crop,
});
