import {
  deletedProjectSchema,
  duplicateResultSchema,
  processRequestSchema,
  processResultSchema,
  progressSchema,
  projectPatchSchema,
  projectSchema,
  projectSummarySchema,
  userVideosQuerySchema,
} from '../projects.ts';
import { filmChoicesPatchSchema, filmStyleRequestSchema } from '../film-choices.ts';
import { musicPatchSchema } from '../music.ts';
import { runSchema } from '../runs.ts';
import { defineCall, idParams, languageQuery } from './define-call.ts';

export const listProjects = defineCall({
  method: 'GET',
  path: '/api/user/videos',
  tag: 'Projects',
  summary: "The user's compilations.",
  query: userVideosQuerySchema,
  response: projectSummarySchema.array(),
});

export const listDeletedProjects = defineCall({
  method: 'GET',
  path: '/api/user/videos/deleted',
  tag: 'Projects',
  summary: 'Deleted compilations that can be restored.',
  response: deletedProjectSchema.array(),
});

export const processVideos = defineCall({
  method: 'POST',
  path: '/api/projects/process',
  tag: 'Projects',
  summary:
    'Creates a project from the selected videos and starts processing them, for one credit; with `film` a film follows.',
  body: processRequestSchema,
  response: processResultSchema,
  idempotent: true,
  rate: 'costly',
  errors: ['not_enough_credits', 'over_budget', 'unknown_video', 'unprocessable'],
  scope: 'generate',
});

export const readProject = defineCall({
  method: 'GET',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary: 'A project with its sections and films.',
  params: idParams,
  query: languageQuery,
  response: projectSchema,
});

export const updateProject = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary: "Changes a project's title or description.",
  params: idParams,
  body: projectPatchSchema,
  response: projectSchema,
});

export const deleteProject = defineCall({
  method: 'DELETE',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary: 'Deletes a project; it can be restored for 30 days.',
  params: idParams,
});

export const restoreProject = defineCall({
  method: 'POST',
  path: '/api/projects/:id/restore',
  tag: 'Projects',
  summary: 'Restores a deleted project.',
  params: idParams,
});

export const duplicateProject = defineCall({
  method: 'POST',
  path: '/api/projects/:id/duplicate',
  tag: 'Projects',
  summary: 'Copies a project with its sections, for free.',
  params: idParams,
  response: duplicateResultSchema,
  rate: 'costly',
  errors: ['conflict'],
});

export const readProgress = defineCall({
  method: 'GET',
  path: '/api/projects/:id/progress',
  tag: 'Projects',
  summary: 'The progress of processing.',
  params: idParams,
  response: progressSchema,
});

export const retryVideos = defineCall({
  method: 'POST',
  path: '/api/projects/:id/videos/retry',
  tag: 'Projects',
  summary: 'Retries the failed videos, for free.',
  params: idParams,
  response: runSchema,
  rate: 'costly',
  errors: ['conflict'],
  scope: 'generate',
});

export const makePreviews = defineCall({
  method: 'POST',
  path: '/api/projects/:id/previews',
  tag: 'Projects',
  summary: "Creates missing previews of the project's videos, for free.",
  params: idParams,
  rate: 'costly',
  scope: 'generate',
});

export const chooseForFilm = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id/film-choices',
  tag: 'Projects',
  summary: "Changes options of the project's film, such as its aspect ratio. Can be undone.",
  params: idParams,
  query: languageQuery,
  body: filmChoicesPatchSchema,
});

export const applyFilmStyle = defineCall({
  method: 'POST',
  path: '/api/projects/:id/film-style',
  tag: 'Projects',
  summary:
    'Applies a style to the film as one edit: captions, titles, transitions, opening and closing card.',
  params: idParams,
  query: languageQuery,
  body: filmStyleRequestSchema,
  // The opening card may exceed the limit of sections.
  errors: ['unprocessable'],
});

export const setMusic = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id/music',
  tag: 'Projects',
  summary: "Sets the film's music to an uploaded audio file, or changes its settings.",
  params: idParams,
  body: musicPatchSchema,
  errors: ['conflict', 'unprocessable'],
  // An upload named in the request is probed first.
  lasts: true,
});

export const removeMusic = defineCall({
  method: 'DELETE',
  path: '/api/projects/:id/music',
  tag: 'Projects',
  summary: "Removes the film's music. Can be undone.",
  params: idParams,
});
