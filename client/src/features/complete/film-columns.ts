/**
 * The player beside its chapters. The player is as wide as leaves its controls in the window, below the toolbar and the
 * line about the link, and the chapters have the rest.
 */
export const FILM_COLUMNS =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,max(28rem,(100dvh_-_24.5rem)*16/9))_minmax(18.75rem,1fr)]';
