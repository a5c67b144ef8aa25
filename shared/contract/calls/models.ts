import { changeDownloadSchema, downloadModelsSchema, modelsSchema } from '../models.ts';
import { defineCall } from './define-call.ts';

export const readModels = defineCall({
  method: 'GET',
  path: '/api/models',
  tag: 'Models',
  summary: 'The models of this machine, what each language needs, and the download in progress.',
  response: modelsSchema,
});

export const downloadModels = defineCall({
  method: 'POST',
  path: '/api/models/download',
  tag: 'Models',
  summary: 'Downloads models in the background, in addition to those in progress. Local mode only.',
  body: downloadModelsSchema,
  response: modelsSchema,
  errors: ['forbidden', 'unprocessable'],
  scope: null,
});

export const changeDownload = defineCall({
  method: 'POST',
  path: '/api/models/download/change',
  tag: 'Models',
  summary: 'Pauses, resumes (also after a failure) or cancels the download of models.',
  body: changeDownloadSchema,
  response: modelsSchema,
  errors: ['forbidden'],
  scope: null,
});
