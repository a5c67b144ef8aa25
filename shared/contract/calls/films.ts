import { z } from 'zod';
import { exportParamsSchema, exportQuerySchema } from '../exchange.ts';
import {
  filmQuerySchema,
  generateRequestSchema,
  generateResultSchema,
  generationPlanQuerySchema,
  generationPlanSchema,
  generationStatusSchema,
  soundLinkSchema,
  videoLinkSchema,
} from '../generation.ts';
import { filmCheckSchema } from '../film-check.ts';
import { filmPreviewQuerySchema, filmPreviewSchema } from '../film-preview.ts';
import { findSubjectsResultSchema, findSubjectsSchema, projectSubjectsSchema } from '../project-subjects.ts';
import { posterResultSchema, posterSchema } from '../poster.ts';
import { runSchema } from '../runs.ts';
import { shareSchema, shareTermsSchema } from '../sharing.ts';
import { listenRequestSchema, listenResultSchema, voiceChoiceSchema } from '../voices.ts';
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
  scope: 'generate',
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

export const previewFilm = defineCall({
  method: 'GET',
  path: '/api/projects/:id/film-preview',
  tag: 'Films',
  summary: 'The sounds and captions of the film that would be generated now, section by section.',
  params: idParams,
  query: filmPreviewQuerySchema,
  response: filmPreviewSchema,
});

export const readSubjects = defineCall({
  method: 'GET',
  path: '/api/projects/:id/subjects',
  tag: 'Films',
  summary: 'The faces in the videos of a project, for a framing that follows them.',
  params: idParams,
  response: projectSubjectsSchema,
});

export const findSubjects = defineCall({
  method: 'POST',
  path: '/api/projects/:id/subjects',
  tag: 'Films',
  summary: 'Finds the faces in the videos of sections, for free. The film uses the same faces.',
  params: idParams,
  body: findSubjectsSchema,
  response: findSubjectsResultSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
  scope: 'generate',
});

export const exportFilm = defineCall({
  method: 'GET',
  path: '/api/projects/:id/export/:format',
  tag: 'Films',
  summary: 'Exports the edit for other software: a timeline, subtitles or a list.',
  params: exportParamsSchema,
  query: exportQuerySchema,
  response: z.string(),
  produces: [
    'application/json',
    'application/xml',
    'application/x-subrip',
    'text/csv',
    'text/plain',
    'text/vtt',
  ],
  errors: ['conflict', 'unprocessable'],
});

export const listVoices = defineCall({
  method: 'GET',
  path: '/api/voices',
  tag: 'Films',
  summary: 'The voices that a narration can have, best first.',
  response: voiceChoiceSchema.array(),
});

export const listenToSection = defineCall({
  method: 'POST',
  path: '/api/sections/:id/narration',
  tag: 'Films',
  summary:
    "The recording of a section's narration; starts making it if it does not exist. The film uses the same recording.",
  params: idParams,
  body: listenRequestSchema,
  response: listenResultSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
  scope: 'generate',
});

export const listenToVoice = defineCall({
  method: 'POST',
  path: '/api/projects/:id/voice-sample',
  tag: 'Films',
  summary: "A sample sentence in the film's voice; starts recording it if it does not exist.",
  params: idParams,
  body: listenRequestSchema,
  response: listenResultSchema,
  rate: 'costly',
  errors: ['conflict'],
  scope: 'generate',
});

export const readFilmCheck = defineCall({
  method: 'GET',
  path: '/api/projects/:id/film-check',
  tag: 'Films',
  summary: 'What the check of a film found.',
  params: idParams,
  query: filmQuerySchema,
  response: filmCheckSchema,
});

export const checkFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/film-check',
  tag: 'Films',
  summary: 'Checks a film, for free. Every new film is checked automatically.',
  params: idParams,
  query: filmQuerySchema,
  response: runSchema,
  rate: 'costly',
  scope: 'generate',
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

export const readSoundLink = defineCall({
  method: 'GET',
  path: '/api/projects/:id/sound-link',
  tag: 'Films',
  summary: "A new link to the film's sound as an M4A file, valid for an hour.",
  params: idParams,
  query: filmQuerySchema,
  response: soundLinkSchema,
  rate: 'costly',
  errors: ['conflict'],
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
    'Returns the public link of the film in a language, or of the newest film. Creates it with the given settings if it does not exist.',
  params: idParams,
  query: filmQuerySchema,
  // A call without a body creates a link with the default terms.
  body: shareTermsSchema.nullish().transform((terms) => terms ?? {}),
  response: shareSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
});

export const unshareFilm = defineCall({
  method: 'DELETE',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary: 'Revokes the public link of the film in a language, or all links of the project.',
  params: idParams,
  query: filmQuerySchema,
});

export const listShares = defineCall({
  method: 'GET',
  path: '/api/user/videos/shared',
  tag: 'Films',
  summary: 'The films that have a public link, newest first, with the settings of each link.',
  response: shareSchema.array(),
});

export const updateShare = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id/share',
  tag: 'Films',
  summary:
    'Changes the settings of a public link: its expiry, its password, and whether viewers can download the file.',
  params: idParams,
  query: filmQuerySchema,
  body: shareTermsSchema,
  response: shareSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
});

export const setPoster = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id/poster',
  tag: 'Films',
  summary: 'Sets the poster of a film: a frame of it, or an uploaded image. `null` removes it.',
  params: idParams,
  query: filmQuerySchema,
  body: posterSchema,
  response: posterResultSchema,
  rate: 'costly',
  lasts: true,
  errors: ['conflict', 'unprocessable'],
});
