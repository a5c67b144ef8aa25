import { clipsQuerySchema } from '../projects.ts';
import { textReplacedSchema, textReplaceSchema } from '../find-text.ts';
import { runSchema } from '../runs.ts';
import { comparisonSchema } from '../comparison.ts';
import {
  reorderSchema,
  sectionsCutSchema,
  sectionsCopiedSchema,
  sectionsCopySchema,
  sectionsDeleteSchema,
  transitionsSchema,
  undoResultSchema,
} from '../section-edits.ts';
import {
  clipSchema,
  deletedSectionSchema,
  sectionCreateSchema,
  sectionListSchema,
  sectionSchema,
  sectionSplitSchema,
  sectionUpdateSchema,
} from '../sections.ts';
import { defineCall, idParams, languageQuery } from './define-call.ts';

export const readClips = defineCall({
  method: 'GET',
  path: '/api/projects/:id/clips',
  tag: 'Sections',
  summary: 'The sections as clips, with their videos.',
  params: idParams,
  query: clipsQuerySchema,
  response: clipSchema.array(),
});

export const createSection = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections',
  tag: 'Sections',
  summary: 'Adds a custom section: text with an image, a video or neither.',
  params: idParams,
  query: languageQuery,
  body: sectionCreateSchema,
  response: sectionSchema,
  // 200 if an earlier call with the same key added it.
  statuses: [200, 201],
  idempotent: true,
  errors: ['sections_changed', 'unprocessable'],
  // An upload named in the request is probed first.
  lasts: true,
});

export const translateTexts = defineCall({
  method: 'POST',
  path: '/api/projects/:id/translate',
  tag: 'Sections',
  summary: 'Translates every text that is not in a language yet, for free.',
  params: idParams,
  query: languageQuery,
  response: runSchema,
  rate: 'costly',
  errors: ['conflict', 'unprocessable'],
  scope: 'generate',
});

export const listDeletedSections = defineCall({
  method: 'GET',
  path: '/api/projects/:id/sections/deleted',
  tag: 'Sections',
  summary: 'Deleted sections that can be restored.',
  params: idParams,
  response: deletedSectionSchema.array(),
});

export const compareSections = defineCall({
  method: 'GET',
  path: '/api/projects/:id/comparison',
  tag: 'Sections',
  summary: 'Which sections repeat another one, and how relevant each is to the search.',
  params: idParams,
  response: comparisonSchema,
});

export const reorderSections = defineCall({
  method: 'PATCH',
  path: '/api/projects/:id/sections/reorder',
  tag: 'Sections',
  summary: 'Sets the order of all sections.',
  params: idParams,
  body: reorderSchema,
  errors: ['sections_changed'],
});

export const deleteSections = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections/delete',
  tag: 'Sections',
  summary: 'Deletes several sections as one edit; they can be restored for 30 days.',
  params: idParams,
  body: sectionsDeleteSchema,
  errors: ['sections_changed'],
});

export const cutSections = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections/cut',
  tag: 'Sections',
  summary: 'Sets the cuts of several sections, in ms of their videos, as one edit.',
  params: idParams,
  body: sectionsCutSchema,
  errors: ['sections_changed'],
});

export const replaceText = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections/replace',
  tag: 'Sections',
  summary: 'Replaces all matches in the titles and texts of all sections, or one match, as one edit.',
  params: idParams,
  query: languageQuery,
  body: textReplaceSchema,
  response: textReplacedSchema,
  errors: ['sections_changed', 'unprocessable'],
});

export const setTransitions = defineCall({
  method: 'POST',
  path: '/api/projects/:id/transitions',
  tag: 'Sections',
  summary: 'Applies the same transition to every cut of the film, as one edit.',
  params: idParams,
  body: transitionsSchema,
});

export const resetSections = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections/reset',
  tag: 'Sections',
  summary: 'Resets all analysed sections to the result of the analysis.',
  params: idParams,
  query: languageQuery,
  response: sectionListSchema,
});

export const undoEdit = defineCall({
  method: 'POST',
  path: '/api/projects/:id/undo',
  tag: 'Sections',
  summary: 'Undoes the last edit.',
  params: idParams,
  response: undoResultSchema,
  errors: ['conflict'],
});

export const redoEdit = defineCall({
  method: 'POST',
  path: '/api/projects/:id/redo',
  tag: 'Sections',
  summary: 'Redoes the last undone edit.',
  params: idParams,
  response: undoResultSchema,
  errors: ['conflict'],
});

export const updateSection = defineCall({
  method: 'PATCH',
  path: '/api/sections/:id/update',
  tag: 'Sections',
  summary: "Changes a section's title, text, range or media.",
  params: idParams,
  query: languageQuery,
  body: sectionUpdateSchema,
  response: sectionSchema,
  errors: ['unprocessable'],
  // An upload named in the request is probed first.
  lasts: true,
});

export const deleteSection = defineCall({
  method: 'DELETE',
  path: '/api/sections/:id',
  tag: 'Sections',
  summary: 'Deletes a section; it can be restored for 30 days.',
  params: idParams,
});

export const restoreSection = defineCall({
  method: 'POST',
  path: '/api/sections/:id/restore',
  tag: 'Sections',
  summary: 'Restores a deleted section.',
  params: idParams,
  query: languageQuery,
  response: sectionSchema,
  errors: ['unprocessable'],
});

export const splitSection = defineCall({
  method: 'POST',
  path: '/api/sections/:id/split',
  tag: 'Sections',
  summary: 'Splits a section in two.',
  params: idParams,
  query: languageQuery,
  body: sectionSplitSchema,
  response: sectionListSchema,
  errors: ['unprocessable'],
});

export const copySections = defineCall({
  method: 'POST',
  path: '/api/projects/:id/sections/copy',
  tag: 'Sections',
  summary: 'Copies sections with their texts and settings to the end of another project.',
  params: idParams,
  body: sectionsCopySchema,
  response: sectionsCopiedSchema,
  rate: 'costly',
  idempotent: true,
  errors: ['sections_changed', 'unprocessable'],
});

export const duplicateSection = defineCall({
  method: 'POST',
  path: '/api/sections/:id/duplicate',
  tag: 'Sections',
  summary: 'Copies a section with its texts and settings, after itself.',
  params: idParams,
  query: languageQuery,
  response: sectionListSchema,
  errors: ['unprocessable'],
});

export const resetSection = defineCall({
  method: 'POST',
  path: '/api/sections/:id/reset',
  tag: 'Sections',
  summary: 'Resets one analysed section to the result of the analysis; a split section becomes whole again.',
  params: idParams,
  query: languageQuery,
  response: sectionListSchema,
  errors: ['conflict', 'unprocessable'],
});
