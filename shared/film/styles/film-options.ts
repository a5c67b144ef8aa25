import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { Quality } from '#contract/primitives.ts';
import type { Film } from '#contract/projects.ts';
import { lookIn } from '../captions/caption-look.ts';

/** All options of a film to be made. They do not include `style`: applying a style sets other options. */
export type FilmOptions = Required<Omit<FilmChoices, 'style'>>;

/** The known options of the newest film. */
export type MadeFilm = Pick<
  Film,
  'quality' | 'aspect' | 'framing' | 'burnedSubtitles' | 'gender' | 'speaker' | 'credits' | 'endFades'
> &
  CaptionLook;

/**
 * Returns the options of the film that would be made now: the chosen ones, otherwise those of the newest
 * film, otherwise the defaults.
 */
export function filmOptionsOf(
  chosen: FilmChoices,
  film: MadeFilm | undefined,
  defaultQuality: Quality,
): FilmOptions {
  return {
    quality: chosen.quality ?? film?.quality ?? defaultQuality,
    aspect: chosen.aspect ?? film?.aspect ?? '16:9',
    framing: chosen.framing ?? film?.framing ?? 'blurred',
    burnSubtitles: chosen.burnSubtitles ?? film?.burnedSubtitles ?? false,
    ...lookIn({ ...PLAIN_CAPTIONS, ...film, ...chosen }),
    gender: chosen.gender ?? film?.gender ?? 'male',
    speaker: chosen.speaker !== undefined ? chosen.speaker : (film?.speaker ?? null),
    credits: chosen.credits ?? film?.credits ?? 'off',
    endFades: chosen.endFades ?? film?.endFades ?? false,
  };
}
