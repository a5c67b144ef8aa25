import { randomUUID } from 'node:crypto';
import {
  MAX_PENDING_PROPOSALS,
  type Proposal,
  type ProposalCost,
  type ProposalRequest,
} from '#contract/proposals.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { tryOut } from '#core/db/try-out.ts';
import { AppError } from '#core/lib/errors.ts';
import { withinCaps } from '#core/repositories/account/holdings.ts';
import { summariseSections } from '#core/repositories/projects/project-list.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { readSectionsWhole, type VersionSection } from '#core/repositories/versions/film-versions.ts';
import {
  type FilmRequest,
  insertProposal,
  selectPending,
  type StoredChange,
} from '#core/repositories/versions/proposals.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { readGenerationPlan } from '../films/generation-plan.ts';
import { refuseWhileChanging } from '../projects/refuse-while-changing.ts';
import { editProject } from '../sections/edit.ts';
import { compareSections, rangeOf } from '../versions/compare-versions.ts';
import { applyChanges, type Changes } from './apply-changes.ts';
import { compareFilm, type FilmState, prepareFilm, printOfFilm, readFilmState } from './film-changes.ts';
import { ownProposal, printOf, viewProposal } from './view-proposal.ts';

/**
 * Stores a proposed edit. Its version is made by the edit itself in a transaction that is rolled back, so the
 * comparison and the cost are those of the edit that the creator may accept.
 * @throws AppError `not_found`; `sections_changed` for a section that is not the project's; `conflict` while a
 * run changes the project, or if too many proposals wait; `unprocessable` if nothing changes, for an invalid
 * range, or over a cap
 */
export async function proposeEdit(
  backend: Backend,
  caller: Caller,
  ids: ProjectId,
  request: ProposalRequest,
): Promise<Proposal> {
  const { projectId } = ids;
  const { title, language, edits, projectTitle, options } = request;
  const film = { projectTitle, options };
  const additions = request.additions.map((addition) => ({ ...addition, id: randomUUID() }));
  return editProject(backend, caller, ids, async (trx) => {
    await refuseWhileChanging(trx, { userId: caller.userId, projectId });
    const pending = await selectPending(trx, projectId).execute();
    if (pending.length >= MAX_PENDING_PROPOSALS) {
      throw new AppError(
        'conflict',
        `${MAX_PENDING_PROPOSALS} proposals wait for a decision. Accept or decline one of them first.`,
      );
    }
    const before = await readSectionsWhole(trx, projectId);
    const filmBefore = await readFilmState(trx, caller, ids, { language });
    const tried = await tryChanges(backend, trx, caller, ids, { language, edits, additions, film });
    const changes = listChanges(before, tried.after, { language, edits, additions });
    const fields = compareFilm(filmBefore, tried.film);
    if (changes.length + fields.length === 0)
      throw new AppError('unprocessable', 'This edit changes nothing.');
    const place = { projectId, keyId: caller.keyId ?? null };
    const print = printOfFilm(film, filmBefore);
    const id = await insertProposal(trx, place, {
      title,
      language,
      changes,
      film: fields.length === 0 ? null : { ...film, fields, print, isAccepted: false },
      cost: tried.cost,
    });
    publishChange(trx, caller.userId, projectId);
    return viewProposal(await ownProposal(trx, { projectId, proposalId: id }), {
      sections: before,
      film: filmBefore,
    });
  });
}

/** Applies changes, reads the resulting sections and the cost of their film, and rolls the changes back. */
async function tryChanges(
  backend: Backend,
  trx: Executor,
  caller: Caller,
  ids: ProjectId,
  { film, ...changes }: Changes & { film: FilmRequest },
): Promise<{ after: VersionSection[]; film: FilmState; cost: ProposalCost }> {
  const { projectId } = ids;
  const holder = { userId: caller.userId, projectIds: [projectId] };
  const secondsNow = async () =>
    (await summariseSections(trx, [projectId], { clips: 0 })).get(projectId)!.durationMs / 1000;
  const secondsBefore = await secondsNow();
  const { language } = changes;
  return tryOut(trx, async () => {
    const changeFilm = await prepareFilm(trx, caller, ids, { language, ...film });
    await withinCaps(trx, backend.config.caps, holder, async () => {
      await applyChanges(trx, caller, ids, changes);
      await changeFilm();
    });
    const filmAfter = await readFilmState(trx, caller, ids, { language });
    const { speaker, ...options } = filmAfter.options;
    const query = { ...options, language, ...(speaker !== null && { speaker }) };
    const after = await readSectionsWhole(trx, projectId);
    const { sections, toRender } = await readGenerationPlan({ ...backend, db: trx }, caller, ids, query);
    const cost = { credits: 0, sections, toRender, secondsBefore, seconds: await secondsNow() };
    return { after, film: filmAfter, cost };
  });
}

/** Returns the requested changes that have an effect, each compared with the current section. */
function listChanges(
  whole: readonly VersionSection[],
  wholeAfter: readonly VersionSection[],
  { language, edits, additions }: Changes,
): StoredChange[] {
  const isLive = ({ state }: VersionSection) => !state.deleted;
  const [before, after] = [whole.filter(isLive), wholeAfter.filter(isLive)];
  const [placeBefore, placeAfter] = [placesOf(before), placesOf(after)];
  const fields = new Map(
    compareSections(before, after, language).map((difference) => [difference.sectionId, difference.fields]),
  );
  const sectionOf = (id: string, shows: string | null, isMoved: boolean): StoredChange['section'] => {
    const [from, to] = [placeBefore.get(id), placeAfter.get(id)];
    const section = after[to?.at ?? -1] ?? before[from?.at ?? -1];
    return {
      sectionId: id,
      title: section!.state.title,
      from: from ? from.at + 1 : null,
      to: to ? to.at + 1 : null,
      moved: isMoved && from !== undefined && to !== undefined && from.previous !== to.previous,
      fields: from && to ? (fields.get(id) ?? []) : [],
      shows,
    };
  };
  const edited = edits.flatMap((edit): StoredChange[] => {
    const { sectionId } = edit;
    const section = sectionOf(sectionId, sectionId, edit.after !== undefined);
    const current = before[placeBefore.get(sectionId)!.at]!;
    const hasEffect = section.to === null || section.moved || section.fields.length > 0;
    return hasEffect ? [{ edit, section, print: printOf(current) }] : [];
  });
  const added = additions.map(({ id, ...addition }): StoredChange => {
    const from = addition.from ?? null;
    const fields =
      from === null ? [] : rangesOf(before[placeBefore.get(from)!.at]!, after[placeAfter.get(id)!.at]!);
    return { addition, section: { ...sectionOf(id, from, false), fields }, print: null };
  });
  return [...edited, ...added].toSorted((a, b) => placeIn(a) - placeIn(b));
}

/** Returns the range of the section that an added one copies, and the added one's. */
const rangesOf = (copied: VersionSection, added: VersionSection): StoredChange['section']['fields'] => [
  { field: 'range', from: rangeOf(copied.state), to: rangeOf(added.state) },
];

const placeIn = ({ section: { from, to } }: StoredChange): number => to ?? from ?? 0;

/** Returns by ID where each section is, from 0, and which one it follows. */
const placesOf = (sections: readonly VersionSection[]) =>
  new Map(sections.map(({ id }, at) => [id, { at, previous: sections[at - 1]?.id ?? null }]));
