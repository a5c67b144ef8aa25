import type { FollowingFilm } from '#contract/draft.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import { STILL_MIN_MS } from '#contract/sections.ts';
import type { TransitionWish } from '#contract/transitions.ts';
import type { Executor } from '#core/db/database.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { writeStates } from '#core/repositories/projects/section-states.ts';
import { findAllSections, insertSection, writeOrder } from '#core/repositories/projects/sections.ts';
import { isUnnamed } from '#core/text/terms.ts';
import { prepareChoices } from './choose-for-film.ts';

/** The style of a film that nobody has edited. */
const STYLE: { choices: FilmChoices; transition: TransitionWish } = {
  choices: {
    captionStyle: 'boxed',
    captionDesign: 'pill',
    captionHighlight: 'none',
    captionPlace: 'bottom',
    captionSize: 'medium',
    captionColor: 'white',
    credits: 'auto',
    endFades: true,
  },
  transition: { transition: 'crossfade', transitionSeconds: SECTION_DEFAULTS.transitionSeconds },
};

/**
 * Styles a project between its processing and its film, as one edit: the options of the film, a transition after each
 * section, and an opening card with the project's title, unless the page made that up. The project is locked.
 */
export async function styleFilm(
  trx: Executor,
  { id: projectId, user_id: userId, title }: Pick<ProjectRow, 'id' | 'user_id' | 'title'>,
  { language, captions }: FollowingFilm,
): Promise<void> {
  const wanted = { ...STYLE.choices, burnSubtitles: captions };
  const { choose } = await prepareChoices(trx, { userId, projectId }, language, wanted);
  await recordEdit(trx, projectId, { kind: 'style', label: 'Apply the film style' }, async () => {
    await choose();
    const rows = await findAllSections(trx, projectId);
    const live = rows.filter((row) => row.deleted_at === null);
    await writeStates(trx, Object.fromEntries(live.map(({ id }) => [id, STYLE.transition])));
    if (live.length === 0 || isUnnamed(title)) return;
    const cardId = await insertSection(trx, {
      project_id: projectId,
      kind: 'custom',
      title,
      position: rows.length,
      start_ms: 0,
      end_ms: STILL_MIN_MS,
      boundaries: { start: 'start', end: 'end' },
      ...STYLE.transition,
    });
    await writeOrder(trx, projectId, [cardId, ...rows.map(({ id }) => id)]);
  });
}
