import { type CaptionLook, lookIn, PLAIN_CAPTIONS } from './caption-look.ts';
import type { FilmChoices } from './film-choices.ts';
import type { Quality } from './primitives.ts';
import type { Film } from './projects.ts';

/** Every option of a film that would be made. A style is none: it sets others. */
export type FilmOptions = Required<Omit<FilmChoices, 'style'>>;

/** What is known of the film that was made last. */
export type MadeFilm = Pick<
  Film,
  'quality' | 'aspect' | 'framing' | 'burnedSubtitles' | 'gender' | 'speaker' | 'credits' | 'endFades'
> &
  CaptionLook;

/** The options of the film that would be made now: what was chosen, else those of the last film, else the usual ones. */
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
