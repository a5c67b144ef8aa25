// @ts-check
import { LANGUAGE_OPTION } from '../steps/language-option.mjs';
import { FILE_OPTIONS, saveFilm } from '../steps/save-film.mjs';

/** @type {import('../common/arguments.mjs').Command} */
export const download = {
  usage: 'PROJECT',
  summary: 'Saves the film of a project, by default under its title. Resumes an interrupted download.',
  arguments: [1, 1],
  options: { ...FILE_OPTIONS, ...LANGUAGE_OPTION },
  async run(context) {
    const film = await saveFilm(context, context.words[0] ?? '');
    context.output.result(film, [`Saved ${film.path}.`]);
  },
};
