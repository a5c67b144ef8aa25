import { footageListSchema, footageParams, footageQuerySchema, addedFootageSchema } from '../footage.ts';
import {
  arrivedQuerySchema,
  arrivedSchema,
  uploadRequestSchema,
  uploadResultSchema,
  videoUploadRequestSchema,
} from '../uploads.ts';
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

export const requestVideoUpload = defineCall({
  method: 'POST',
  path: '/api/videos/upload',
  tag: 'Uploads',
  summary: 'Creates or resumes the upload of an own video: the URL to PUT the file to.',
  body: videoUploadRequestSchema,
  response: uploadResultSchema,
  rate: 'costly',
  errors: ['conflict', 'too_large', 'unprocessable'],
});

export const listFootage = defineCall({
  method: 'GET',
  path: '/api/footage',
  tag: 'Uploads',
  summary: "The user's own footage, newest first.",
  response: footageListSchema,
});

export const addFootage = defineCall({
  method: 'POST',
  path: '/api/footage/uploads/:id',
  tag: 'Uploads',
  summary: 'Adds an uploaded video to the footage; the same file twice is one video.',
  params: idParams,
  response: addedFootageSchema,
  rate: 'costly',
  errors: ['bad_request', 'conflict', 'too_large', 'unprocessable'],
  lasts: true,
});

export const sendFootage = defineCall({
  method: 'POST',
  path: '/api/footage',
  tag: 'Uploads',
  summary: 'Adds a video file to the footage, as multipart/form-data. Use the upload of a video instead.',
  deprecated: true,
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
  summary: 'How many bytes of the file of a form for the footage have arrived.',
  deprecated: true,
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
