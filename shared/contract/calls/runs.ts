import { runSchema } from '../runs.ts';
import { defineCall, idParams } from './define-call.ts';

export const readRun = defineCall({
  method: 'GET',
  path: '/api/runs/:id',
  tag: 'Runs',
  summary: 'A run with its progress.',
  params: idParams,
  response: runSchema,
});

export const cancelRun = defineCall({
  method: 'POST',
  path: '/api/runs/:id/cancel',
  tag: 'Runs',
  summary: 'Cancels a run and returns its credit.',
  params: idParams,
  response: runSchema,
  scope: 'generate',
});

export const retryRun = defineCall({
  method: 'POST',
  path: '/api/runs/:id/retry',
  tag: 'Runs',
  summary: 'Retries a failed or cancelled run.',
  params: idParams,
  response: runSchema,
  rate: 'costly',
  errors: ['not_enough_credits', 'over_budget', 'conflict'],
  scope: 'generate',
});
