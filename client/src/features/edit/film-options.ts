import { create } from 'zustand';
import type { Aspect, Gender, Language, Quality } from '#contract/primitives.ts';
import type { Film } from '#contract/projects.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';

/** How the film is made. */
export interface FilmOptions {
  quality: Quality;
  aspect: Aspect;
  burnSubtitles: boolean;
  gender: Gender;
}

/** What was chosen here; what was not stands as the last film has it. */
interface Chosen extends Partial<FilmOptions> {
  /** The voice that the film was last made with in this tab: a film does not tell its own. */
  madeWith?: Partial<Record<Language, Gender>>;
}

const KEY = 'cutroom.film-options';

/** By project; survives a reload of the tab. */
const useChosen = create<Record<string, Chosen>>(() => readSession<Record<string, Chosen>>(KEY) ?? {});

function remember(projectId: string, chosen: Chosen): void {
  useChosen.setState({ [projectId]: { ...useChosen.getState()[projectId], ...chosen } });
  writeSession(KEY, useChosen.getState());
}

export function chooseFilmOptions(projectId: string, chosen: Partial<FilmOptions>): void {
  remember(projectId, chosen);
}

/** Tells with which voice the film in a language is being made. */
export function rememberVoice(projectId: string, language: Language, gender: Gender): void {
  remember(projectId, { madeWith: { ...useChosen.getState()[projectId]?.madeWith, [language]: gender } });
}

export function useFilmOptions(
  projectId: string,
  film: Film | undefined,
  defaultQuality: Quality,
): FilmOptions {
  const chosen = useChosen((state) => state[projectId]);
  return {
    quality: chosen?.quality ?? film?.quality ?? defaultQuality,
    aspect: chosen?.aspect ?? film?.aspect ?? '16:9',
    burnSubtitles: chosen?.burnSubtitles ?? film?.burnedSubtitles ?? false,
    gender: chosen?.gender ?? 'male',
  };
}

/** True when the film is what these options would make. */
export function useIsSameFilm(projectId: string, film: Film | undefined, options: FilmOptions): boolean {
  const madeWith = useChosen((state) => (film ? state[projectId]?.madeWith?.[film.language] : undefined));
  return (
    film !== undefined &&
    film.quality === options.quality &&
    film.aspect === options.aspect &&
    film.burnedSubtitles === options.burnSubtitles &&
    (madeWith ?? 'male') === options.gender
  );
}
