import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/proposals.ts';
import type { Backend } from '#core/backend.ts';
import { handle } from '../handle.ts';
import { acceptProposal, declineProposal } from '../services/proposals/decide-proposal.ts';
import { proposeEdit } from '../services/proposals/propose-edit.ts';
import { listProposals, readProposal } from '../services/proposals/view-proposal.ts';

/** Edits that an agent proposes, and the creator's decisions. */
export async function proposalRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  handle(app, calls.proposeEdit, ({ params, body, caller }) =>
    proposeEdit(backend, caller, { projectId: params.id }, body),
  );

  handle(app, calls.listProposals, ({ params, userId }) =>
    listProposals(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.readProposal, ({ params: { id: projectId, proposalId }, userId }) =>
    readProposal(backend, { userId }, { projectId, proposalId }),
  );

  handle(app, calls.acceptProposal, ({ params: { id: projectId, proposalId }, body, userId }) =>
    acceptProposal(backend, { userId }, { projectId, proposalId }, body),
  );

  handle(app, calls.declineProposal, ({ params: { id: projectId, proposalId }, userId }) =>
    declineProposal(backend, { userId }, { projectId, proposalId }),
  );
}
