import type { FilmStyle, FilmStyleId } from '#contract/film-styles.ts';
import { filmStyleOf, isSameJoin, openingSettings } from '#film/styles/film-styles.ts';
import type { Language } from '#contract/primitives.ts';
import { isSameSetting } from '#film/section-settings.ts';
import { SECTION_DEFAULTS, type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Executor } from '#core/db/database.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import { findProjects } from '#core/repositories/projects/projects.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { type SectionChanges, writeStates } from '#core/repositories/projects/section-states.ts';
import {
  findAllSections,
  insertSection,
  type SectionRow,
  writeOrder,
} from '#core/repositories/projects/sections.ts';
import { hasTitle, writtenOnly } from '../section-views/localized.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { editProject, type EditParts } from '../sections/edit.ts';
import { prepareChoices } from './choose-for-film.ts';

/**
 * Applies a style to the film in this language, as one edit: its options, the transitions and styles of all
 * sections, an opening card, and the volume of its music. A project without sections only gets the options.
 * @throws AppError `not_found`; `unprocessable` if there is no room for the opening card
 */
export async function applyStyle(
  backend: EditParts,
  caller: Caller,
  ids: ProjectId,
  { language, style }: { language: Language; style: FilmStyleId },
): Promise<void> {
  await editProject(backend, caller, ids, (trx) =>
    writeStyle(trx, caller, ids, { language, style: filmStyleOf(style) }),
  );
}

/** Applies a style within a transaction that holds the project's row lock. */
export async function writeStyle(
  trx: Executor,
  caller: Caller,
  { projectId }: ProjectId,
  { language, style }: { language: Language; style: FilmStyle },
): Promise<void> {
  const { music, choices } = await readProjectState(trx, projectId);
  const [project] = await findProjects(trx, [projectId]);
  const { choose } = await prepareChoices(
    trx,
    caller,
    { projectId },
    { language, choices: choicesOf(style) },
  );
  const film = { projectId, title: project!.title, before: choices.style ?? null };
  await recordEdit(trx, projectId, { kind: 'style', label: `Apply the style ${style.name}` }, async () => {
    await choose();
    if (music) {
      await writeProjectState(trx, projectId, { music: { ...music, volume: style.musicVolume } });
    }
    await styleSections(trx, film, style);
  });
}

const choicesOf = ({ id, captions, credits, endFades }: FilmStyle) => ({
  style: id,
  burnSubtitles: captions !== null,
  ...captions,
  credits,
  endFades,
});

interface Film {
  projectId: string;
  /** The project's title. */
  title: string;
  /** The style that was applied before this one; `null` for none. */
  before: FilmStyleId | null;
}

async function styleSections(trx: Executor, film: Film, style: FilmStyle): Promise<void> {
  const all = await findAllSections(trx, film.projectId);
  const live = all.filter((row) => row.deletedAt === null);
  const [first] = live;
  if (!first) return;
  const changes: SectionChanges = {};
  for (const row of live) changes[row.id] = changed(row, settingsFor(row, style));
  if (hasTitle(first)) {
    const isOwn = film.before !== null && isCardOf(filmStyleOf(film.before), first, film.title);
    if (style.opening) {
      const { opening } = style;
      Object.assign(changes[first.id]!, changed(first, openingSettings(opening, mediaOf(first))));
      if (isOwn) changes[first.id]!.endMs = opening.seconds * 1000;
    } else if (isOwn && live.length > 1) changes[first.id] = { deleted: true };
  } else if (style.opening) await addOpening(trx, { ...film, all }, style);
  const isChanged = (change: object) => Object.keys(change).length > 0;
  await writeStates(
    trx,
    Object.fromEntries(Object.entries(changes).filter(([, change]) => isChanged(change))),
  );
}

/** Returns the settings that a style gives a section, independent of the film's start. */
function settingsFor(row: SectionRow, style: FilmStyle): Partial<SectionSettings> {
  const { transition, transitionSeconds, cardStyle, lowerStyle } = style;
  const media = mediaOf(row);
  return {
    ...(!isSameJoin(row, style) && { transition, transitionSeconds }),
    // An image may have either.
    ...(media !== 'video' && { cardStyle }),
    ...(media !== 'none' && { lowerStyle }),
  };
}

const changed = (row: SectionRow, settings: Partial<SectionSettings>): Partial<SectionSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => row[name as keyof SectionSettings] !== value),
  );

/**
 * Places the opening card before all sections. Reuses a card that a previous change of the style removed, if
 * there is one.
 */
async function addOpening(
  trx: Executor,
  { projectId, title, all }: Film & { all: SectionRow[] },
  style: FilmStyle,
): Promise<void> {
  const settings = cardSettings(style);
  const endMs = style.opening!.seconds * 1000;
  const removed = all.find((row) => row.deletedAt !== null && isCardOf(style, row, title));
  const id =
    removed?.id ??
    (await insertSection(trx, {
      projectId,
      kind: 'custom',
      title,
      position: all.length,
      startMs: 0,
      endMs,
      boundaries: { start: 'start', end: 'end' },
      ...settings,
    }));
  if (removed) await writeStates(trx, { [id]: { ...settings, deleted: false } });
  await writeOrder(trx, projectId, [id, ...all.filter((row) => row.id !== id).map((row) => row.id)]);
}

/** Returns the settings of a style's opening card that differ from those of other new cards. */
const cardSettings = ({ opening, cardStyle, transition, transitionSeconds }: FilmStyle) => ({
  ...openingSettings(opening!, 'none'),
  cardStyle,
  transition,
  transitionSeconds,
});

/** Settings of a card that other edits change for all sections. */
const OF_ALL = new Set<keyof SectionSettings>(['transition', 'transitionSeconds']);

/** Whether a section is the opening card that a style creates, without any change by the creator. */
function isCardOf(style: FilmStyle, row: SectionRow, title: string): boolean {
  if (style.opening === null || row.kind !== 'custom' || mediaOf(row) !== 'none') return false;
  const next: SectionSettings = {
    ...SECTION_DEFAULTS,
    ...cardSettings(style),
    // A machine translation of its title does not count as a change.
    localized: {},
  };
  const own = { ...row, localized: writtenOnly(row.localized) };
  return (
    row.title === title &&
    row.startMs === 0 &&
    row.endMs === style.opening.seconds * 1000 &&
    Object.values(row.texts).every((text) => !text?.text) &&
    SETTINGS.every((name) => OF_ALL.has(name) || isSameSetting(own[name], next[name]))
  );
}
