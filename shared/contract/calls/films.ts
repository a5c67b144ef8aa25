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
  summary: 'Begins to make a film; with isview it gives the link of the film that is there, or 404.',
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
  summary: 'How far the newest film is.',
  params: idParams,
  query: filmQuerySchema,
  response: generationStatusSchema,
});

export const readGenerationPlan = defineCall({
  method: 'GET',
  path: '/api/projects/:id/generation-plan',
  tag: 'Films',
  summary: 'What a film would take to make now.',
  params: idParams,
  query: generationPlanQuerySchema,
  response: generationPlanSchema,
});

export const readVideoLink = defineCall({
  method: 'GET',
  path: '/api/projects/:id/video-link',
  tag: 'Films',
  summary: 'A fresh link of the film, for an hour.',
  params: idParams,
  query: filmQuerySchema,
  response: videoLinkSchema,
});

export const downloadFilm = defineCall({
  method: 'GET',
  path: '/api/projects/:id/download',
  tag: 'Films',
  summary: 'Leads to the film in a language, else to the newest.',
  params: idParams,
  query: filmQuerySchema,
  redirects: true,
});

export const shareFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary:
    'Gives the public link of the film in a language, else of the newest; makes it when there is none.',
  params: idParams,
  query: filmQuerySchema,
  response: shareResultSchema,
  errors: ['conflict'],
});

export const unshareFilm = defineCall({
  method: 'DELETE',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary: 'Takes the public link of the film in a language back, else all of the project.',
  params: idParams,
  query: filmQuerySchema,
});
