import type { Transition } from '#contract/section-settings.ts';

/** How the film goes from a section to the next one. */
export const TRANSITION_NAMES: Record<Transition, string> = {
  cut: 'Cut',
  crossfade: 'Crossfade',
  dip: 'Dip to black',
};
