import { creditPages, filmCreditsOf } from '#film/cards/film-credits.ts';
import type { CreditsChoice, FilmCredit } from '#contract/film-credits.ts';
import type { Music } from '#contract/music.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';

/** Returns the pages of the credits that a film of these sections would have. */
export function creditsOf(
  choice: CreditsChoice,
  { sections, music }: { sections: readonly Section[]; music: Music | null },
  language: Language,
): FilmCredit[][] {
  const videos = sections.flatMap(({ media, videoURL, video }) =>
    media === 'video' && videoURL === null ? video : [],
  );
  return creditPages(filmCreditsOf(choice, { videos, music }, language));
}
