import {
  creditLedgerSchema,
  creditsSchema,
  purchaseRequestSchema,
  purchaseResultSchema,
} from '../credits.ts';
import { defineCall } from './define-call.ts';

export const readCredits = defineCall({
  method: 'GET',
  path: '/api/user/credits',
  tag: 'Billing',
  summary: 'The credits that are left, and their packs.',
  response: creditsSchema,
  scope: null,
});

export const readLedger = defineCall({
  method: 'GET',
  path: '/api/user/credits/ledger',
  tag: 'Billing',
  summary: 'The credit history, newest first.',
  response: creditLedgerSchema,
  scope: null,
});

export const purchaseCredits = defineCall({
  method: 'POST',
  path: '/api/purchase-credits',
  tag: 'Billing',
  summary: 'Buys a pack of credits: booked at once, or paid at the returned URL.',
  body: purchaseRequestSchema,
  response: purchaseResultSchema,
  idempotent: true,
  rate: 'costly',
  errors: ['conflict'],
  lasts: true,
  scope: null,
});
