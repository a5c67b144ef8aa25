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
  summary: 'The films that were generated, the newest first, as far as their plans are kept.',
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
  summary: 'Gives a project the sections of a version again, as one edit that Undo takes back.',
  params: versionParams,
  body: versionRestoreSchema,
  response: versionRestoredSchema,
  errors: ['conflict', 'sections_changed', 'unprocessable'],
});
