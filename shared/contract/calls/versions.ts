import {
  versionChangesQuerySchema,
  versionChangesSchema,
  versionParams,
  versionRestoredSchema,
  versionRestoreSchema,
  versionSchema,
} from '../versions.ts';
import { defineCall, idParams } from './define-call.ts';

export const listVersions = defineCall({
  method: 'GET',
  path: '/api/projects/:id/versions',
  tag: 'Films',
  summary:
    'The generated films, newest first: whether each can be compared and restored, and links to the files that are kept.',
  params: idParams,
  response: versionSchema.array(),
});

export const compareVersion = defineCall({
  method: 'GET',
  path: '/api/projects/:id/versions/:versionId/changes',
  tag: 'Films',
  summary: 'What has changed since a version, or from it to another one.',
  params: versionParams,
  query: versionChangesQuerySchema,
  response: versionChangesSchema,
});

export const restoreVersion = defineCall({
  method: 'POST',
  path: '/api/projects/:id/versions/:versionId/restore',
  tag: 'Films',
  summary: 'Restores the sections of a version, as one edit that can be undone.',
  params: versionParams,
  body: versionRestoreSchema,
  response: versionRestoredSchema,
  errors: ['conflict', 'sections_changed', 'unprocessable'],
});
