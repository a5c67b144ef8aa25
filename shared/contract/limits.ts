/** The longest texts that calls accept, in characters. */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 2000;
/** A section's text, in every language and every stored form. */
export const MAX_TEXT = 20_000;
/** A search query. */
export const MAX_QUERY = 200;
/** The password of a public link. */
export const MAX_SHARE_PASSWORD = 200;
/**
 * The origin of a site as browsers compare it: scheme, host in lower case, and a port only if it is not the
 * scheme's own. It becomes part of a header, so no other characters are possible.
 */
export const SITE_ORIGIN = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
/** The sites that may embed one film. */
export const MAX_EMBED_ORIGINS = 20;
/** The name of an API key. */
export const MAX_KEY_NAME = 60;
/** The credit budget of an API key. */
export const MAX_CREDIT_BUDGET = 100_000;
/** A video's URL. */
export const MAX_LINK = 2000;

/** The largest subtitle file, in bytes: a film's dialogue takes 100 kB. */
export const SUBTITLES_MAX_BYTES = 2 * 2 ** 20;

/** The longest speaker name in subtitles, in UTF-16 code units. */
export const MAX_SPEAKER = 80;

/** A word with a lower confidence may be misrecognised: it is underlined, and not used in titles. */
export const SURE_FROM = 0.5;
