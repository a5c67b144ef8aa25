import {
  deleteAccountSchema,
  exportQuerySchema,
  exportSchema,
  importQuerySchema,
  importResultSchema,
} from '../export.ts';
import { settingsPatchSchema, settingsSchema, userSchema, userStatsSchema } from '../users.ts';
import { defineCall } from './define-call.ts';

export const readUser = defineCall({
  method: 'GET',
  path: '/api/auth/user',
  tag: 'Account',
  summary: 'The signed-in user.',
  response: userSchema,
  scope: null,
});

export const readStats = defineCall({
  method: 'GET',
  path: '/api/user/stats',
  tag: 'Account',
  summary: 'How many projects and videos the user has.',
  response: userStatsSchema,
  scope: null,
});

export const updateSettings = defineCall({
  method: 'PATCH',
  path: '/api/user/settings',
  tag: 'Account',
  summary: 'Changes any part of the settings.',
  body: settingsPatchSchema,
  response: settingsSchema,
  scope: null,
});

export const exportAccount = defineCall({
  method: 'GET',
  path: '/api/user/export',
  tag: 'Account',
  summary:
    "Exports the account's data without media. A large account is split into several files: `X-Next-Part` is the `part` of the next one.",
  query: exportQuerySchema,
  response: exportSchema,
  rate: 'costly',
  scope: null,
});

export const importAccount = defineCall({
  method: 'POST',
  path: '/api/user/import',
  tag: 'Account',
  summary: 'Imports the projects of an export; projects that were imported before are skipped.',
  query: importQuerySchema,
  body: exportSchema,
  response: importResultSchema,
  rate: 'costly',
  errors: ['conflict'],
  lasts: true,
  scope: null,
});

export const deleteSessions = defineCall({
  method: 'DELETE',
  path: '/api/user/sessions',
  tag: 'Account',
  summary: 'Signs the user out on every device, including this one.',
  scope: null,
});

export const deleteAccount = defineCall({
  method: 'DELETE',
  path: '/api/user',
  tag: 'Account',
  summary: "Deletes the account with all its data. The request must contain the account's email address.",
  body: deleteAccountSchema,
  errors: ['unprocessable'],
  lasts: true,
  scope: null,
});
