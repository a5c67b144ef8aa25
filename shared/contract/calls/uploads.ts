import { uploadRequestSchema, uploadResultSchema } from '../uploads.ts';
import { defineCall } from './define-call.ts';

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
