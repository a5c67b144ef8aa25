import {
  listedProposalSchema,
  proposalAcceptedSchema,
  proposalAcceptSchema,
  proposalParams,
  proposalRequestSchema,
  proposalSchema,
} from '../proposals.ts';
import { defineCall, idParams } from './define-call.ts';

export const proposeEdit = defineCall({
  method: 'POST',
  path: '/api/projects/:id/proposals',
  tag: 'Proposals',
  summary:
    'Proposes an edit of several sections, which the creator accepts or declines. Nothing changes yet.',
  params: idParams,
  body: proposalRequestSchema,
  response: proposalSchema,
  rate: 'costly',
  errors: ['conflict', 'sections_changed', 'unprocessable'],
});

export const listProposals = defineCall({
  method: 'GET',
  path: '/api/projects/:id/proposals',
  tag: 'Proposals',
  summary: 'The proposed edits of a project, newest first.',
  params: idParams,
  response: listedProposalSchema.array(),
});

export const readProposal = defineCall({
  method: 'GET',
  path: '/api/projects/:id/proposals/:proposalId',
  tag: 'Proposals',
  summary: 'A proposed edit, section by section, with the cost of its film.',
  params: proposalParams,
  response: proposalSchema,
});

export const acceptProposal = defineCall({
  method: 'POST',
  path: '/api/projects/:id/proposals/:proposalId/accept',
  tag: 'Proposals',
  summary: 'Accepts a proposed edit, whole or for some sections, as one edit that can be undone.',
  params: proposalParams,
  body: proposalAcceptSchema,
  response: proposalAcceptedSchema,
  errors: ['conflict', 'sections_changed', 'unprocessable'],
  // Only the creator decides.
  scope: null,
});

export const declineProposal = defineCall({
  method: 'POST',
  path: '/api/projects/:id/proposals/:proposalId/decline',
  tag: 'Proposals',
  summary: 'Declines a proposed edit.',
  params: proposalParams,
  errors: ['conflict'],
  scope: null,
});
