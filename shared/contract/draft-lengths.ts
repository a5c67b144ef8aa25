/** The lengths that a film may be requested to have, in minutes. */
export const DRAFT_MINUTES = [1, 2, 5] as const;
export type DraftMinutes = (typeof DRAFT_MINUTES)[number];
/** Requests a film of all usable material, such as of one short video. */
export const ALL_MATERIAL = 'all';
export type DraftLength = DraftMinutes | typeof ALL_MATERIAL;
