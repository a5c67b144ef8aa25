import { uploadRequestSchema, uploadResultSchema } from '../uploads.ts';
import { defineCall } from './define-call.ts';

export const requestUpload = defineCall({
  method: 'POST',
  path: '/api/objects/upload',
  tag: 'Uploads',
  summary: 'Opens the way for a file: where to PUT it, and what a section calls it.',
  body: uploadRequestSchema,
  response: uploadResultSchema,
  rate: 'costly',
  errors: ['unprocessable'],
});
