import {
  addIdentitySchema,
  confirmLinkSchema,
  identityPageSchema,
  identitySchema,
  requestLinkSchema,
} from '../sign-in.ts';
import { defineCall, idParams } from './define-call.ts';

export const requestSignInLink = defineCall({
  method: 'POST',
  path: '/api/sign-in/email',
  tag: 'Account',
  summary:
    'Sends an e-mail with a link that signs in once, within 15 minutes, in this browser. The response is the same for every address.',
  body: requestLinkSchema,
  open: true,
  rate: 'signIn',
  errors: ['not_found', 'unavailable'],
});

export const confirmSignInLink = defineCall({
  method: 'POST',
  path: '/api/sign-in/email/confirm',
  tag: 'Account',
  summary: 'Signs in by the token of an e-mailed link, in the browser that requested it.',
  body: confirmLinkSchema,
  open: true,
  rate: 'signIn',
  errors: ['gone', 'not_found'],
});

export const readIdentities = defineCall({
  method: 'GET',
  path: '/api/user/identities',
  tag: 'Account',
  summary: 'The ways in which the user signs in, the first one first.',
  response: identitySchema.array(),
  scope: null,
});

export const addIdentity = defineCall({
  method: 'POST',
  path: '/api/user/identities',
  tag: 'Account',
  summary: 'Starts adding a provider to the account. Returns the URL of its page.',
  body: addIdentitySchema,
  response: identityPageSchema,
  lasts: true,
  errors: ['not_found', 'unavailable'],
  scope: null,
});

export const removeIdentity = defineCall({
  method: 'DELETE',
  path: '/api/user/identities/:id',
  tag: 'Account',
  summary: 'Removes a way to sign in, unless it is the only one.',
  params: idParams,
  errors: ['conflict'],
  scope: null,
});
