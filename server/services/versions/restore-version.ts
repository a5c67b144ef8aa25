import { isDeepStrictEqual } from 'node:util';
import type { VersionRestored } from '#contract/versions.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { historyOf, recordEdit } from '#core/repositories/projects/section-edits.ts';
import {
  diffStates,
  type SectionChange,
  type SectionChanges,
  writeStates,
} from '#core/repositories/projects/section-states.ts';
import { boundariesOf, insertSection } from '#core/repositories/projects/sections.ts';
import {
  findHeldMedia,
  type HeldMedia,
  readSectionsWhole,
  type VersionSection,
} from '#core/repositories/versions/film-versions.ts';
import { readProjectState, writeProjectState } from '#core/repositories/media/project-state.ts';
import { refuseWhileChanging } from '../projects/refuse-while-changing.ts';
import type { Caller } from '../caller.ts';
import { editProject, type EditParts } from '../sections/edit.ts';
import { prepareChoices } from '../films/choose-for-film.ts';
import { SECTIONS_CHANGED } from '../sections/arrange.ts';
import { hasOtherTranscript, textsCompared } from './compare-versions.ts';
import { heldFile, isMusicLost, lostReason } from './lost.ts';
import { ownVersion, type VersionId } from './versions.ts';

/**
 * Restores the sections of a version, and its film's options and music, as one edit. Other sections are
 * deleted, and purged ones created again. A section or music whose file no longer exists stays as it is now,
 * or stays absent. `sectionIds` are the project's sections, as the caller saw them.
 * @throws AppError `not_found`; `sections_changed` if these are not exactly the project's now; `conflict`
 * while a run changes the project, or if nothing of the version can be restored; `unprocessable` if there is
 * no room for it
 */
export async function restoreVersion(
  backend: EditParts,
  caller: Caller,
  { projectId, versionId }: VersionId,
  { sectionIds }: { sectionIds: string[] },
): Promise<VersionRestored> {
  return editProject(backend, caller, { projectId }, async (trx) => {
    await refuseWhileChanging(trx, { userId: caller.userId, projectId });
    const version = await ownVersion(trx, projectId, versionId);
    const { number, options, sections } = version;
    const now = await readSectionsWhole(trx, projectId);
    const live = now.filter(({ state }) => !state.deleted).map(({ id }) => id);
    if (live.join() !== sectionIds.join()) throw new AppError('sections_changed', SECTIONS_CHANGED);
    const held = await findHeldMedia(trx, version);
    const plan = planReturn(now, sections, { held, language: options.language });
    if (plan.order.length === 0) {
      throw new AppError(
        'conflict',
        'None of the sections of this version can be restored, because their media was deleted.',
      );
    }
    const { language, gender, ...others } = options;
    // A film without narrations has no gender.
    const choices = { ...others, ...(gender !== null && { gender }) };
    const choice = { language, choices };
    const { names, choose } = await prepareChoices(trx, caller, { projectId }, choice);
    const musicNow = (await readProjectState(trx, projectId)).music;
    const differs = version.music !== undefined && !isDeepStrictEqual(version.music, musicNow);
    const lostMusic = differs && version.music && isMusicLost(version.music, held) ? version.music : null;
    if (lostMusic) plan.lost.push({ title: lostMusic.title, reason: 'music', stays: musicNow !== null });
    const takesMusic = differs && !lostMusic;
    const isSame = Object.keys(plan.changes).length === 0 && plan.order.join() === live.join();
    const edit = { kind: 'version', label: `Restore version ${number}` };
    const act = async () => {
      await choose();
      if (takesMusic) await writeProjectState(trx, projectId, { music: version.music });
      if (!isSame) await write(trx, projectId, now, plan);
    };
    await recordEdit(trx, projectId, edit, act, { replacesWords: plan.newlyWorded });
    const changed = !isSame || names.length > 0 || takesMusic;
    return { changed, options, lost: plan.lost, history: await historyOf(trx, projectId) };
  });
}

interface Return {
  /** The sections that the project will have. */
  order: string[];
  /** The changes of existing sections, including deleted ones. */
  changes: SectionChanges;
  /** The sections whose rows no longer exist. */
  purged: VersionSection[];
  lost: VersionRestored['lost'];
  /** The sections whose words are replaced. */
  newlyWorded: string[];
}

function planReturn(
  now: VersionSection[],
  sections: VersionSection[],
  { held, language }: { held: HeldMedia; language: string },
): Return {
  const present = new Map(now.map((section) => [section.id, section]));
  const plan: Return = { order: [], changes: {}, purged: [], lost: [], newlyWorded: [] };
  for (const section of sections) {
    const current = present.get(section.id);
    const reason = lostReason(section, held);
    const isPresent = current !== undefined && !current.state.deleted;
    if (reason) plan.lost.push({ title: section.state.title, reason, stays: isPresent });
    if (reason && !isPresent) continue;
    plan.order.push(section.id);
    if (reason) continue;
    if (!current) plan.purged.push(section);
    const change = changeOf(current, section, { fetchKey: heldFile(section, held), language });
    if (change) plan.changes[section.id] = change;
    if (current && change?.words) plan.newlyWorded.push(section.id);
  }
  const plannedIds = new Set(plan.order);
  for (const { id, state } of now) {
    if (!plannedIds.has(id) && !state.deleted) plan.changes[id] = { deleted: true };
  }
  return plan;
}

/** Returns the change that restores a section, except its position; `undefined` if nothing changes. */
function changeOf(
  current: VersionSection | undefined,
  section: VersionSection,
  { fetchKey, language }: { fetchKey: string | null; language: string },
): SectionChange | undefined {
  const { position: _place, words, ...was } = { ...section.state, fetchKey, deleted: false };
  if (!current) return { ...was, words };
  const { position, words: _words, ...is } = current.state;
  const compared = new Set(textsCompared(was.texts, language));
  const others = Object.entries(is.texts).filter(([code]) => !compared.has(code));
  const target = { ...was, position, texts: { ...Object.fromEntries(others), ...was.texts } };
  const diff = diffStates({ ...is, position }, target);
  const hasNewWords = hasOtherTranscript(section, current);
  return diff || hasNewWords ? { ...diff?.after, ...(hasNewWords && { words }) } : undefined;
}

async function write(
  trx: Executor,
  projectId: string,
  now: VersionSection[],
  { order, changes, purged }: Return,
): Promise<void> {
  const plannedIds = new Set(order);
  const behind = now.filter(({ id }) => !plannedIds.has(id)).map(({ id }) => id);
  const placed = { ...changes };
  for (const [position, id] of [...order, ...behind].entries()) placed[id] = { ...placed[id], position };
  for (const { id, kind, videoId, state } of purged) {
    await insertSection(trx, {
      id,
      projectId,
      kind,
      title: state.title,
      position: state.position,
      videoId,
      startMs: state.startMs,
      endMs: state.endMs,
      boundaries: boundariesOf({ startReason: state.startReason, endReason: state.endReason }),
    });
  }
  await writeStates(trx, placed);
}
