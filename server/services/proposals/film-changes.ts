import { createHash } from 'node:crypto';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { Language } from '#contract/primitives.ts';
import type { ProposedFilm } from '#contract/proposals.ts';
import type { Executor } from '#core/db/database.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import type { FilmRequest } from '#core/repositories/versions/proposals.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { prepareChoices, readChoices } from '../films/choose-for-film.ts';
import { compareOptions } from '../versions/compare-versions.ts';

/** What a proposal can change beside sections. */
export interface FilmState {
  language: Language;
  title: string;
  options: Required<FilmChoices>;
}

/** Returns the title of a project, and the options that its film in this language would have now. */
export async function readFilmState(
  db: Executor,
  caller: Caller,
  ids: ProjectId,
  { language }: { language: Language },
): Promise<FilmState> {
  const { title } = await readProjectState(db, ids.projectId);
  return { language, title, options: await readChoices(db, caller, ids, { language }) };
}

/**
 * Returns a function that changes the title and the options within an edit. Call this before the edit, as
 * `prepareChoices`.
 */
export async function prepareFilm(
  trx: Executor,
  caller: Caller,
  ids: ProjectId,
  { language, projectTitle: title, options }: FilmRequest & { language: Language },
): Promise<() => Promise<void>> {
  const prepared = options && (await prepareChoices(trx, caller, ids, { language, choices: options }));
  return async () => {
    await prepared?.choose();
    if (title !== undefined) await writeProjectState(trx, ids.projectId, { title });
  };
}

/** Returns how the title and the options differ. */
export function compareFilm(before: FilmState, after: FilmState): ProposedFilm['fields'] {
  const optionsOf = ({ language, options }: FilmState) => ({ ...options, language });
  const title = { field: 'projectTitle' as const, from: before.title, to: after.title };
  return [
    ...(before.title === after.title ? [] : [title]),
    ...compareOptions(optionsOf(before), optionsOf(after)),
  ];
}

/** Returns an identifier of the values that a request would change. */
export function printOfFilm({ projectTitle, options = {} }: FilmRequest, { title, options: now }: FilmState) {
  const names = Object.keys(options).toSorted() as (keyof FilmChoices)[];
  const values = [projectTitle === undefined ? null : title, names.map((name) => [name, now[name]])];
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
