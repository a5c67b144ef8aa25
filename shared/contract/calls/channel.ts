import {
  channelAuthSchema,
  channelUploadQuerySchema,
  publishProposalSchema,
  publishQuerySchema,
  publishRequestSchema,
} from '../channel.ts';
import { runSchema } from '../runs.ts';
import { arrivedQuerySchema, arrivedSchema } from '../uploads.ts';
import { videoSchema } from '../videos.ts';
import { defineCall, idParams } from './define-call.ts';

export const connectChannel = defineCall({
  method: 'POST',
  path: '/api/youtube/auth',
  tag: 'Channel',
  summary: 'Starts connecting a channel. Returns the consent URL, or that a channel is already connected.',
  response: channelAuthSchema,
  rate: 'costly',
  lasts: true,
  scope: null,
});

export const disconnectChannel = defineCall({
  method: 'DELETE',
  path: '/api/youtube/auth',
  tag: 'Channel',
  summary: 'Disconnects the channel and revokes its tokens.',
  lasts: true,
  scope: null,
});

export const uploadToChannel = defineCall({
  method: 'POST',
  path: '/api/youtube/upload',
  tag: 'Channel',
  summary: 'Sends a video to the channel in a run: a form with its file, or of an upload.',
  query: channelUploadQuerySchema,
  consumes: 'multipart/form-data',
  response: videoSchema,
  rate: 'costly',
  errors: ['bad_request', 'conflict', 'too_large', 'unsupported_media_type', 'unprocessable'],
  lasts: true,
  scope: 'generate',
});

export const readChannelUpload = defineCall({
  method: 'GET',
  path: '/api/youtube/upload/:id',
  tag: 'Channel',
  summary: 'How many bytes of the file of a form for the channel have arrived.',
  params: idParams,
  query: arrivedQuerySchema,
  response: arrivedSchema,
});

export const proposePublishing = defineCall({
  method: 'GET',
  path: '/api/projects/:id/publish',
  tag: 'Channel',
  summary: 'The defaults for publishing a film, with chapters and credits.',
  params: idParams,
  query: publishQuerySchema,
  response: publishProposalSchema,
});

export const publishFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/publish',
  tag: 'Channel',
  summary: 'Publishes a film to the channel in a run; the same film twice only when forced.',
  params: idParams,
  body: publishRequestSchema,
  response: runSchema,
  idempotent: true,
  rate: 'costly',
  errors: ['conflict'],
  scope: 'generate',
});
