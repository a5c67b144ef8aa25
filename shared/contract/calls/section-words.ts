import { runSchema } from '../runs.ts';
import {
  hearingRequestSchema,
  sectionWordsQuerySchema,
  sectionWordsSchema,
  speakerRenamedSchema,
  speakerRenameSchema,
  subtitlesImportSchema,
  subtitlesResultSchema,
  wordConfirmedSchema,
  wordConfirmSchema,
} from '../sections.ts';
import { defineCall, idParams } from './define-call.ts';

export const readWords = defineCall({
  method: 'GET',
  path: '/api/sections/:id/words',
  tag: 'Sections',
  summary: 'The words spoken in a section and around it, with their times.',
  params: idParams,
  query: sectionWordsQuerySchema,
  response: sectionWordsSchema,
});

export const importSubtitles = defineCall({
  method: 'POST',
  path: '/api/sections/:id/subtitles',
  tag: 'Sections',
  summary: 'Imports a subtitle file as the transcript of a video or of one section, or as its translation.',
  params: idParams,
  body: subtitlesImportSchema,
  response: subtitlesResultSchema,
  rate: 'costly',
  errors: ['unprocessable'],
});

export const renameSpeaker = defineCall({
  method: 'POST',
  path: '/api/sections/:id/speakers',
  tag: 'Sections',
  summary:
    "Renames a speaker in all sections of the section's video. Speakers with the same name are merged.",
  params: idParams,
  body: speakerRenameSchema,
  response: speakerRenamedSchema,
  errors: ['unprocessable'],
});

export const confirmWord = defineCall({
  method: 'POST',
  path: '/api/sections/:id/words/confirm',
  tag: 'Sections',
  summary: 'Confirms a withheld word, so that captions, narrations and exports include it.',
  params: idParams,
  body: wordConfirmSchema,
  response: wordConfirmedSchema,
  errors: ['unprocessable'],
});

export const hearAgain = defineCall({
  method: 'POST',
  path: '/api/sections/:id/hearing',
  tag: 'Sections',
  summary: "Transcribes a section's video again in the given language, for free.",
  params: idParams,
  body: hearingRequestSchema,
  response: runSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
  scope: 'generate',
});
