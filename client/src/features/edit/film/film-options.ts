import { create } from 'zustand';
import type { Aspect, Gender, Quality } from '#contract/primitives.ts';
import type { Film } from '#contract/projects.ts';
import { readSession, writeSession } from '../../../lib/session-storage.ts';

/** How the film is made. */
export interface FilmOptions {
  quality: Quality;
  aspect: Aspect;
  burnSubtitles: boolean;
  gender: Gender;
}

/** What was chosen here; what was not stands as the last film has it. */
type Chosen = Partial<FilmOptions>;

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
    gender: chosen?.gender ?? film?.gender ?? 'male',
  };
}

/** True when the film is what these options would make. */
export function isSameFilm(film: Film, { quality, aspect, burnSubtitles, gender }: FilmOptions): boolean {
  return (
    film.quality === quality &&
    film.aspect === aspect &&
    film.burnedSubtitles === burnSubtitles &&
    (film.gender === null || film.gender === gender)
  );
}
