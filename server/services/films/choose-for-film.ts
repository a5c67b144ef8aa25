import type { FilmChoices } from '#contract/film-choices.ts';
import { filmOptionsOf } from '#contract/film-options.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import { findUser } from '#core/repositories/account/users.ts';
import { type Film, findFilms } from '#core/repositories/projects/films.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import { type EditParts, inProject } from '../sections/edit.ts';

interface Own {
  userId: string;
  projectId: string;
}

/** The options in Undo's label. */
const OPTION_WORDS: Record<keyof FilmChoices, string> = {
  quality: 'quality of the film',
  aspect: 'aspect ratio of the film',
  framing: 'framing of the film',
  burnSubtitles: 'burned-in captions',
  captionStyle: 'style of the captions',
  captionPlace: 'position of the captions',
  captionSize: 'size of the captions',
  captionColor: 'colour of the captions',
  captionDesign: 'style of the captions',
  captionHighlight: 'word highlight of the captions',
  gender: 'voice of the film',
  speaker: 'voice of the film',
  credits: 'closing credits of the film',
  endFades: 'audio fades of the film',
  style: 'style of the film',
};

/**
 * Changes options of the film in this language, as one edit; an option that it has already is no edit.
 * @throws AppError not_found
 */
export async function chooseForFilm(
  parts: EditParts,
  own: Own,
  language: Language,
  patch: FilmChoices,
): Promise<void> {
  await inProject(parts, own, async (trx) => {
    const { names, choose } = await prepareChoices(trx, own, language, patch);
    const words = [...new Set(names.map((name) => OPTION_WORDS[name]))];
    const label = words.length === 1 ? `Change the ${words[0]!}` : 'Change the options of the film';
    await recordEdit(trx, own.projectId, { kind: 'options', label }, choose);
  });
}

/**
 * Which of these choices change the film in this language, and the way to make them within an edit. What these options
 * are now becomes a choice, so that Undo brings it back after another film too.
 */
export async function prepareChoices(
  trx: Executor,
  { userId, projectId }: Own,
  language: Language,
  wanted: FilmChoices,
): Promise<{ names: (keyof FilmChoices)[]; choose: () => Promise<void> }> {
  const chosen = withLaterFields(wanted);
  const { choices } = await readProjectState(trx, projectId);
  const film = (await findFilms(trx, [projectId])).find((known) => known.language === language);
  const made = film && { ...film, ...film.captionLook, ...voiceOf(film) };
  const { settings } = (await findUser(trx, userId))!;
  const now: Required<FilmChoices> = {
    ...filmOptionsOf(choices, made, settings.defaultVideoQuality),
    style: choices.style ?? null,
  };
  const names = (Object.keys(chosen) as (keyof FilmChoices)[]).filter((name) => chosen[name] !== now[name]);
  const write = (from: FilmChoices) => {
    const named = Object.fromEntries(names.map((name) => [name, from[name]]));
    return writeProjectState(trx, projectId, { choices: named });
  };
  await write(now);
  return { names, choose: () => write(chosen) };
}

/** A style of captions that is chosen without its design and highlight, as by a page of an earlier version, has none. */
const withLaterFields = (wanted: FilmChoices): FilmChoices =>
  wanted.captionStyle === undefined
    ? wanted
    : { captionDesign: 'classic', captionHighlight: 'none', ...wanted };

const voiceOf = ({ result: { gender, speaker } }: Film) => ({ gender, speaker });
