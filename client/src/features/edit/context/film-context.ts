import { createContext, useContext } from 'react';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import type { Aspect } from '#contract/shapes.ts';
import type { Framing } from '#contract/section-settings.ts';

/** The options of the film that would be generated. */
export interface FilmRequest {
  /** The chosen language. The editor switches to it once its texts are loaded. */
  language: Language;
  aspect: Aspect;
  /** The framing of sections without a framing of their own. */
  framing: Framing;
  /** The style of burned-in captions; `null` if captions are a track. */
  captionLook: CaptionLook | null;
  /** Whether texts of another language will be translated. */
  translates: boolean;
  /** The gender of the default voice. */
  gender: Gender;
  /** The ID of the film's chosen voice. */
  voiceId: string | null;
  /** Whether a closing card names the sources. */
  credits: CreditsChoice;
  /** Whether the film's audio fades at its start and end. */
  endFades: boolean;
}

export const FilmContext = createContext<FilmRequest | null>(null);

export function useFilm(): FilmRequest {
  const film = useContext(FilmContext);
  if (!film) throw new Error('The film is used outside the editor.');
  return film;
}
