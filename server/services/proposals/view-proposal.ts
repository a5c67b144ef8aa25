import { createHash } from 'node:crypto';
import type { ListedProposal, Proposal, ProposedSection } from '#contract/proposals.ts';
import { SETTINGS } from '#contract/section-settings.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { readSectionsWhole, type VersionSection } from '#core/repositories/versions/film-versions.ts';
import { findProposal, findProposals, type ProposalRow } from '#core/repositories/versions/proposals.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { type FilmState, printOfFilm, readFilmState } from './film-changes.ts';
import { writtenOnly } from '../section-views/localized.ts';

/** The proposal that a call is about. */
export interface ProposalId extends ProjectId {
  proposalId: string;
}

/** Returns an identifier of what a person can change in a section, without its position. */
export function printOf({ state }: VersionSection): string {
  const texts = Object.entries(state.texts).flatMap(([language, text]) =>
    text?.translatedFrom === null ? [[language, text.text]] : [],
  );
  const content = [
    state.title,
    state.objectId,
    state.startMs,
    state.endMs,
    texts.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    SETTINGS.map((name) => (name === 'localized' ? writtenOnly(state.localized) : state[name])),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Returns the sections of a proposal that were changed or deleted since, by ID. */
export function findStale(
  { changes }: Pick<ProposalRow, 'changes'>,
  now: readonly VersionSection[],
): Set<string> {
  const live = new Map(now.filter(({ state }) => !state.deleted).map((section) => [section.id, section]));
  const isStale = ({ edit, addition, section, print }: ProposalRow['changes'][number]): boolean => {
    const named = [edit?.after, addition?.after, addition?.from];
    if (named.some((id) => typeof id === 'string' && !live.has(id))) return true;
    if (print === null) return false;
    const current = live.get(section.sectionId);
    return current === undefined || printOf(current) !== print;
  };
  return new Set(changes.filter(isStale).map(({ section }) => section.sectionId));
}

function view(row: ProposalRow): ListedProposal {
  return {
    id: row.id,
    title: row.title,
    changes: row.changes.length + (row.film ? 1 : 0),
    status: row.status,
    language: row.language,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    keyName: row.keyName,
    byApp: row.byApp,
    cost: row.cost,
  };
}

/** A project as it is now, which a proposal is compared with. */
interface Now {
  sections: readonly VersionSection[];
  film: FilmState;
}

/** Whether the title or an option that a proposal changes was changed since. */
export const isFilmStale = ({ film }: Pick<ProposalRow, 'film'>, now: FilmState): boolean =>
  film !== null && printOfFilm(film, now) !== film.print;

/** Returns a proposal with the state of each change. */
export function viewProposal(row: ProposalRow, now: Now): Proposal {
  const isPending = row.status === 'pending';
  const stale = isPending ? findStale(row, now.sections) : new Set<string>();
  const stateOf = (isStale: boolean, isAccepted: boolean): ProposedSection['state'] => {
    if (isPending) return isStale ? 'stale' : 'open';
    return isAccepted ? 'accepted' : 'declined';
  };
  const { film } = row;
  return {
    ...view(row),
    sections: row.changes.map(({ section }) => ({
      ...section,
      state: stateOf(stale.has(section.sectionId), row.accepted.includes(section.sectionId)),
    })),
    film: film && { fields: film.fields, state: stateOf(isFilmStale(row, now.film), film.isAccepted) },
  };
}

/** @throws AppError `not_found` if the project has no such proposal */
export async function ownProposal(db: Executor, { projectId, proposalId }: ProposalId): Promise<ProposalRow> {
  const row = await findProposal(db, projectId, proposalId);
  if (!row) throw new AppError('not_found', 'There is no such proposal.');
  return row;
}

/** Lists the proposals of a project, newest first. @throws AppError `not_found` */
export async function listProposals(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { projectId }: ProjectId,
): Promise<ListedProposal[]> {
  await ownProject(db, projectId, userId);
  return (await findProposals(db, projectId)).map(view);
}

/** Returns a proposal, compared with the sections as they are now. @throws AppError `not_found` */
export async function readProposal(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  ids: ProposalId,
): Promise<Proposal> {
  await ownProject(db, ids.projectId, userId);
  const row = await ownProposal(db, ids);
  return viewProposal(row, {
    sections: await readSectionsWhole(db, ids.projectId),
    film: await readFilmState(db, { userId }, ids, row),
  });
}
