/** The longest texts that calls accept, in characters. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 2000;
/** A section's text. */
export const MAX_TEXT = 20_000;
/** A search query. */
export const MAX_QUERY = 200;
/** A video's URL. */
export const MAX_LINK = 2000;
