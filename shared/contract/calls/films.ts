import {
  filmQuerySchema,
  generateRequestSchema,
  generateResultSchema,
  generationPlanQuerySchema,
  generationPlanSchema,
  generationStatusSchema,
  videoLinkSchema,
} from '../generation.ts';
import { shareResultSchema } from '../projects.ts';
import { defineCall, idParams } from './define-call.ts';

export const generateFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/generate',
  tag: 'Films',
  summary: 'Starts generating a film; with isview it returns the link of the existing film, or 404.',
  params: idParams,
  body: generateRequestSchema,
  response: generateResultSchema,
  idempotent: true,
  rate: 'costly',
  errors: ['conflict', 'sections_changed', 'unprocessable'],
});

export const readGenerationStatus = defineCall({
  method: 'GET',
  path: '/api/projects/:id/generation-status',
  tag: 'Films',
  summary: 'The progress of the newest film.',
  params: idParams,
  query: filmQuerySchema,
  response: generationStatusSchema,
});

export const readGenerationPlan = defineCall({
  method: 'GET',
  path: '/api/projects/:id/generation-plan',
  tag: 'Films',
  summary: 'How many sections a film would render now.',
  params: idParams,
  query: generationPlanQuerySchema,
  response: generationPlanSchema,
});

export const readVideoLink = defineCall({
  method: 'GET',
  path: '/api/projects/:id/video-link',
  tag: 'Films',
  summary: 'A new link to the film, valid for an hour.',
  params: idParams,
  query: filmQuerySchema,
  response: videoLinkSchema,
});

export const downloadFilm = defineCall({
  method: 'GET',
  path: '/api/projects/:id/download',
  tag: 'Films',
  summary: 'Redirects to the film in a language, or to the newest film.',
  params: idParams,
  query: filmQuerySchema,
  redirects: true,
});

export const shareFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary:
    'Returns the public link of the film in a language, or of the newest film; creates it if there is none.',
  params: idParams,
  query: filmQuerySchema,
  response: shareResultSchema,
  errors: ['conflict'],
});

export const unshareFilm = defineCall({
  method: 'DELETE',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary: 'Revokes the public link of the film in a language, or all links of the project.',
  params: idParams,
  query: filmQuerySchema,
});
