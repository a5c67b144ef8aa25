import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type CaptionLook, isSameLook, lookIn, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import type { Aspect, Gender, Quality } from '#contract/primitives.ts';
import type { Framing } from '#contract/section-settings.ts';
import type { Film } from '#contract/projects.ts';
import { useKept } from '../../../hooks/use-kept.ts';
import { readSession, writeSession } from '../../../lib/session-storage.ts';

export const SHAPES: Record<Aspect, string> = {
  '16:9': '16:9, wide',
  '9:16': '9:16, tall',
  '1:1': '1:1, square',
};

/** The film's options. */
export interface FilmOptions extends CaptionLook {
  quality: Quality;
  aspect: Aspect;
  framing: Framing;
  burnSubtitles: boolean;
  /** Of the best voice of the film's language, where none is chosen. */
  gender: Gender;
  /** The id of the chosen voice. */
  speaker: string | null;
}

/** The choices made here; others are those of the last film. */
type Chosen = Partial<FilmOptions>;

const KEY = 'cutroom.film-options';

/** The choices for each project; survive a reload of the tab. */
export class FilmChoices {
  readonly store = createStore<Record<string, Chosen>>(() => readSession(KEY) ?? {});

  choose(projectId: string, chosen: Chosen): void {
    this.store.setState((known) => ({ [projectId]: { ...known[projectId], ...chosen } }));
    writeSession(KEY, this.store.getState());
  }
}

export function useFilmOptions(
  projectId: string,
  film: Film | undefined,
  defaultQuality: Quality,
): FilmOptions {
  const chosen = useStore(useKept(FilmChoices).store, (state) => state[projectId]);
  return {
    quality: chosen?.quality ?? film?.quality ?? defaultQuality,
    aspect: chosen?.aspect ?? film?.aspect ?? '16:9',
    framing: chosen?.framing ?? film?.framing ?? 'blurred',
    burnSubtitles: chosen?.burnSubtitles ?? film?.burnedSubtitles ?? false,
    ...lookIn({ ...PLAIN_CAPTIONS, ...film, ...chosen }),
    gender: chosen?.gender ?? film?.gender ?? 'male',
    speaker: chosen?.speaker !== undefined ? chosen.speaker : (film?.speaker ?? null),
  };
}

/** True when these options would make the existing film. */
export function isSameFilm(film: Film, options: FilmOptions): boolean {
  const { quality, aspect, framing, burnSubtitles, gender, speaker } = options;
  return (
    film.quality === quality &&
    film.aspect === aspect &&
    film.framing === framing &&
    film.burnedSubtitles === burnSubtitles &&
    (!burnSubtitles || isSameLook(film, options)) &&
    (film.gender === null || film.speaker === speaker) &&
    (film.gender === null || speaker !== null || film.gender === gender)
  );
}
