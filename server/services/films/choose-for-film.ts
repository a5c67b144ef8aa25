import type { FilmChoices } from '#contract/film-choices.ts';
import { filmOptionsOf } from '#film/styles/film-options.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import { findUser } from '#core/repositories/account/users.ts';
import { type Film, findFilms } from '#core/repositories/projects/films.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { editProject, type EditParts } from '../sections/edit.ts';

interface Choice {
  /** The film's language. */
  language: Language;
  choices: FilmChoices;
}

/** The names of the options in Undo's label. */
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
 * Changes options of the film in this language, as one edit. An option that already has this value does not
 * count.
 * @throws AppError `not_found`
 */
export async function chooseForFilm(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  choice: Choice,
): Promise<void> {
  await editProject(backend, caller, ids, async (trx) => {
    const { names, choose } = await prepareChoices(trx, caller, ids, choice);
    const words = [...new Set(names.map((name) => OPTION_WORDS[name]))];
    const label = words.length === 1 ? `Change the ${words[0]!}` : 'Change the options of the film';
    await recordEdit(trx, ids.projectId, { kind: 'options', label }, choose);
  });
}

/** Returns the options that the film in this language would have now, and the style that was applied last. */
export async function readChoices(
  db: Executor,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language }: { language: Language },
): Promise<Required<FilmChoices>> {
  const { choices } = await readProjectState(db, projectId);
  const film = (await findFilms(db, [projectId])).find((known) => known.language === language);
  const filmOptions = film && { ...film, ...film.captionLook, ...voiceOf(film) };
  const { settings } = (await findUser(db, userId))!;
  return {
    ...filmOptionsOf(choices, filmOptions, settings.defaultVideoQuality),
    style: choices.style ?? null,
  };
}

/**
 * Returns which of these choices change the film in this language, and a function that makes them within an
 * edit. The current values of these options become choices, so that Undo restores them even after another
 * film was made.
 */
export async function prepareChoices(
  trx: Executor,
  { userId }: Caller,
  { projectId }: ProjectId,
  { language, choices: wanted }: Choice,
): Promise<{ names: (keyof FilmChoices)[]; choose: () => Promise<void> }> {
  const chosen = withLaterFields(wanted);
  const now = await readChoices(trx, { userId }, { projectId }, { language });
  const names = (Object.keys(chosen) as (keyof FilmChoices)[]).filter((name) => chosen[name] !== now[name]);
  const write = (from: FilmChoices) => {
    const named = Object.fromEntries(names.map((name) => [name, from[name]]));
    return writeProjectState(trx, projectId, { choices: named });
  };
  await write(now);
  return { names, choose: () => write(chosen) };
}

/**
 * A caption style that is chosen without its design and highlight, as by a page of an earlier version, has
 * neither.
 */
const withLaterFields = (choices: FilmChoices): FilmChoices =>
  choices.captionStyle === undefined
    ? choices
    : { captionDesign: 'classic', captionHighlight: 'none', ...choices };

const voiceOf = ({ result: { gender, speaker } }: Film) => ({ gender, speaker });
