import { apiKeySchema, createdApiKeySchema, newApiKeySchema, usageSchema } from '../api-keys.ts';
import { defineCall, idParams } from './define-call.ts';

export const listApiKeys = defineCall({
  method: 'GET',
  path: '/api/user/api-keys',
  tag: 'API keys',
  summary: "The account's API keys, newest first, without their secrets.",
  response: apiKeySchema.array(),
  scope: null,
});

export const createApiKey = defineCall({
  method: 'POST',
  path: '/api/user/api-keys',
  tag: 'API keys',
  summary: 'Creates an API key. Only this response contains the key itself.',
  body: newApiKeySchema,
  response: createdApiKeySchema,
  rate: 'costly',
  errors: ['unprocessable'],
  scope: null,
});

export const revokeApiKey = defineCall({
  method: 'DELETE',
  path: '/api/user/api-keys/:id',
  tag: 'API keys',
  summary: 'Revokes an API key. Its requests are refused and its connections are closed immediately.',
  params: idParams,
  scope: null,
});

export const readUsage = defineCall({
  method: 'GET',
  path: '/api/user/usage',
  tag: 'API keys',
  summary: 'The credits that are left, and the API key of the call with its scopes, budget and spending.',
  response: usageSchema,
});
