import {
  authorizationDecidedSchema,
  authorizationDecisionSchema,
  authorizationQuery,
  authorizationSchema,
} from '../oauth.ts';
import { defineCall } from './define-call.ts';

export const readAuthorization = defineCall({
  method: 'GET',
  path: '/api/oauth/authorization',
  tag: 'API keys',
  summary: 'What an app requests of the user. An invalid request is refused, and sent back to no one.',
  query: authorizationQuery,
  response: authorizationSchema,
  errors: ['unprocessable'],
  scope: null,
});

export const decideAuthorization = defineCall({
  method: 'POST',
  path: '/api/oauth/authorization',
  tag: 'API keys',
  summary: "Allows an app's request with some or all of its scopes, or denies it.",
  body: authorizationDecisionSchema,
  response: authorizationDecidedSchema,
  rate: 'costly',
  errors: ['unprocessable'],
  scope: null,
});
