import type { ProposalAccept, ProposalAccepted } from '#contract/proposals.ts';
import type { Backend } from '#core/backend.ts';
import { transact } from '#core/bus/transact.ts';
import { AppError } from '#core/lib/errors.ts';
import { publishChange } from '#core/repositories/projects/projects.ts';
import { historyOf, recordEdit } from '#core/repositories/projects/section-edits.ts';
import { readSectionsWhole } from '#core/repositories/versions/film-versions.ts';
import { decideProposal, type ProposalRow } from '#core/repositories/versions/proposals.ts';
import type { Caller } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { refuseWhileChanging } from '../projects/refuse-while-changing.ts';
import { editProject, type EditParts, quoted } from '../sections/edit.ts';
import { applyChanges, type Changes } from './apply-changes.ts';
import { prepareFilm, readFilmState } from './film-changes.ts';
import { findStale, isFilmStale, ownProposal, type ProposalId } from './view-proposal.ts';

/** @throws AppError `conflict` */
function refuseDecided({ status }: Pick<ProposalRow, 'status'>): void {
  if (status === 'pending') return;
  throw new AppError('conflict', `This proposal was already ${status}.`);
}

/**
 * Accepts the changes of a proposal for some sections, and of the title and the options, by default all, as one
 * edit. What was edited since the proposal stays as it is.
 * @throws AppError `not_found`; `conflict` if the proposal is decided, if all of this was edited since, or while a run changes the project; `unprocessable` for a section that the proposal does not change,
 * or over a cap
 */
export async function acceptProposal(
  backend: EditParts,
  caller: Caller,
  ids: ProposalId,
  { sectionIds, film: isFilmRequested = sectionIds === undefined }: ProposalAccept,
): Promise<ProposalAccepted> {
  const { projectId } = ids;
  return editProject(backend, caller, { projectId }, async (trx) => {
    const proposal = await ownProposal(trx, ids);
    refuseDecided(proposal);
    await refuseWhileChanging(trx, { userId: caller.userId, projectId });
    const chosen = chooseChanges(proposal, sectionIds);
    const stale = findStale(proposal, await readSectionsWhole(trx, projectId));
    const open = chosen.filter(({ section }) => !stale.has(section.sectionId));
    const { language } = proposal;
    const isStale = isFilmStale(proposal, await readFilmState(trx, caller, { projectId }, { language }));
    const requested = isFilmRequested ? proposal.film : null;
    const film = isStale ? null : requested;
    if (open.length === 0 && !film) {
      throw new AppError(
        'conflict',
        'This was edited since the proposal, so it cannot be applied. Decline it, or ask for a new one.',
      );
    }
    const changeFilm = film && (await prepareFilm(trx, caller, { projectId }, { ...film, language }));
    const accepted = open.map(({ section }) => section.sectionId);
    const edit = { kind: 'proposal', label: `Accept ${quoted(proposal.title)}` };
    await recordEdit(trx, projectId, edit, async () => {
      await applyChanges(trx, caller, { projectId }, changesOf(proposal, open));
      await changeFilm?.();
    });
    await decideProposal(trx, proposal.id, { status: 'accepted', accepted, film: film !== null });
    return {
      accepted,
      stale: chosen.map(({ section }) => section.sectionId).filter((id) => stale.has(id)),
      film: film ? 'accepted' : requested && 'stale',
      history: await historyOf(trx, projectId),
    };
  });
}

function chooseChanges({ changes }: ProposalRow, sectionIds?: readonly string[]): ProposalRow['changes'] {
  if (!sectionIds) return changes;
  const acceptedIds = new Set(sectionIds);
  const chosen = changes.filter(({ section }) => acceptedIds.has(section.sectionId));
  if (chosen.length === acceptedIds.size) return chosen;
  throw new AppError('unprocessable', 'This proposal does not change all of these sections.');
}

function changesOf({ language }: ProposalRow, chosen: ProposalRow['changes']): Changes {
  return {
    language,
    edits: chosen.flatMap(({ edit }) => edit ?? []),
    additions: chosen.flatMap(({ addition, section }) =>
      addition ? [{ ...addition, id: section.sectionId }] : [],
    ),
  };
}

/** Declines a proposal. @throws AppError `not_found`; `conflict` if it is already decided */
export async function declineProposal(
  backend: Pick<Backend, 'db' | 'bus'>,
  { userId }: Caller,
  ids: ProposalId,
): Promise<void> {
  await transact(backend, async (trx) => {
    await ownProject(trx, ids.projectId, userId, true);
    const proposal = await ownProposal(trx, ids);
    refuseDecided(proposal);
    await decideProposal(trx, proposal.id, { status: 'declined', accepted: [] });
    publishChange(trx, userId, ids.projectId);
  });
}
