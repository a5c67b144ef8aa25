/** The longest texts that calls take, in characters. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 2000;
/** A section's text. */
export const MAX_TEXT = 20_000;
/** What is searched for. */
export const MAX_QUERY = 200;
/** The address of a video. */
export const MAX_LINK = 2000;
