import { runSchema } from '../runs.ts';
import { defineCall, idParams } from './define-call.ts';

export const readRun = defineCall({
  method: 'GET',
  path: '/api/runs/:id',
  tag: 'Runs',
  summary: 'A run: one attempt at processing or generating.',
  params: idParams,
  response: runSchema,
});

export const cancelRun = defineCall({
  method: 'POST',
  path: '/api/runs/:id/cancel',
  tag: 'Runs',
  summary: 'Cancels a run; its credit comes back.',
  params: idParams,
  response: runSchema,
});

export const retryRun = defineCall({
  method: 'POST',
  path: '/api/runs/:id/retry',
  tag: 'Runs',
  summary: 'Tries a failed or cancelled run again.',
  params: idParams,
  response: runSchema,
  rate: 'costly',
  errors: ['not_enough_credits', 'conflict'],
});
