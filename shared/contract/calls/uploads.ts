import { footageListSchema, footageParams, footageQuerySchema, addedFootageSchema } from '../footage.ts';
import { arrivedQuerySchema, arrivedSchema, uploadRequestSchema, uploadResultSchema } from '../uploads.ts';
import { defineCall, idParams } from './define-call.ts';

export const requestUpload = defineCall({
  method: 'POST',
  path: '/api/objects/upload',
  tag: 'Uploads',
  summary: 'Creates an upload: the URL to PUT the file to, and its id for a section.',
  body: uploadRequestSchema,
  response: uploadResultSchema,
  rate: 'costly',
  errors: ['unprocessable'],
});

export const listFootage = defineCall({
  method: 'GET',
  path: '/api/footage',
  tag: 'Uploads',
  summary: "The user's own footage, newest first.",
  response: footageListSchema,
});

export const sendFootage = defineCall({
  method: 'POST',
  path: '/api/footage',
  tag: 'Uploads',
  summary: 'Adds a video file to the footage, as multipart/form-data; the same file twice is one video.',
  query: footageQuerySchema,
  consumes: 'multipart/form-data',
  response: addedFootageSchema,
  rate: 'costly',
  errors: ['conflict', 'too_large', 'unsupported_media_type', 'unprocessable'],
  lasts: true,
});

export const readFootageUpload = defineCall({
  method: 'GET',
  path: '/api/footage/uploads/:id',
  tag: 'Uploads',
  summary: 'How many bytes of a file of footage have arrived; the rest can be sent.',
  params: idParams,
  query: arrivedQuerySchema,
  response: arrivedSchema,
});

export const deleteFootage = defineCall({
  method: 'DELETE',
  path: '/api/footage/:id',
  tag: 'Uploads',
  summary: 'Removes a video from the footage. Projects made with it keep it.',
  params: footageParams,
});
