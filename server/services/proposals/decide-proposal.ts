import type { ProposalAccepted } from '#contract/proposals.ts';
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
import { findStale, ownProposal, type ProposalId } from './view-proposal.ts';

/** @throws AppError `conflict` */
function refuseDecided({ status }: Pick<ProposalRow, 'status'>): void {
  if (status === 'pending') return;
  throw new AppError('conflict', `This proposal was already ${status}.`);
}

/**
 * Accepts the changes of a proposal for some sections, by default for all, as one edit. Sections that were
 * edited since the proposal stay as they are.
 * @throws AppError `not_found`; `conflict` if the proposal is decided, if all of these sections were edited
 * since, or while a run changes the project; `unprocessable` for a section that the proposal does not change,
 * or over a cap
 */
export async function acceptProposal(
  backend: EditParts,
  caller: Caller,
  ids: ProposalId,
  { sectionIds }: { sectionIds?: string[] | undefined },
): Promise<ProposalAccepted> {
  const { projectId } = ids;
  return editProject(backend, caller, { projectId }, async (trx) => {
    const proposal = await ownProposal(trx, ids);
    refuseDecided(proposal);
    await refuseWhileChanging(trx, { userId: caller.userId, projectId });
    const chosen = chooseChanges(proposal, sectionIds);
    const stale = findStale(proposal, await readSectionsWhole(trx, projectId));
    const open = chosen.filter(({ section }) => !stale.has(section.sectionId));
    if (open.length === 0) {
      throw new AppError(
        'conflict',
        'These sections were edited since the proposal, so it cannot be applied to them. Decline it, or ask for a new one.',
      );
    }
    const accepted = open.map(({ section }) => section.sectionId);
    const edit = { kind: 'proposal', label: `Accept ${quoted(proposal.title)}` };
    await recordEdit(trx, projectId, edit, () =>
      applyChanges(trx, caller, { projectId }, changesOf(proposal, open)),
    );
    await decideProposal(trx, proposal.id, { status: 'accepted', accepted });
    return {
      accepted,
      stale: chosen.map(({ section }) => section.sectionId).filter((id) => stale.has(id)),
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
