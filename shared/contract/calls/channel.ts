import {
  channelAuthSchema,
  channelUploadOffsetSchema,
  channelUploadQuerySchema,
  publishProposalSchema,
  publishQuerySchema,
  publishRequestSchema,
} from '../channel.ts';
import { runSchema } from '../runs.ts';
import { videoSchema } from '../videos.ts';
import { defineCall, idParams } from './define-call.ts';

export const connectChannel = defineCall({
  method: 'POST',
  path: '/api/youtube/auth',
  tag: 'Channel',
  summary: 'Begins to connect a channel: where the user consents, or that one is connected already.',
  response: channelAuthSchema,
  rate: 'costly',
});

export const disconnectChannel = defineCall({
  method: 'DELETE',
  path: '/api/youtube/auth',
  tag: 'Channel',
  summary: 'Disconnects the channel and revokes its tokens.',
});

export const uploadToChannel = defineCall({
  method: 'POST',
  path: '/api/youtube/upload',
  tag: 'Channel',
  summary: 'Takes a video in, as multipart/form-data, and sends it to the channel by a run.',
  query: channelUploadQuerySchema,
  consumes: 'multipart/form-data',
  response: videoSchema,
  rate: 'costly',
  errors: ['bad_request', 'too_large', 'unsupported_media_type', 'unprocessable'],
});

export const readChannelUpload = defineCall({
  method: 'GET',
  path: '/api/youtube/upload/:id',
  tag: 'Channel',
  summary: 'How much of a video for the channel came before its connection broke; the rest may be sent.',
  params: idParams,
  response: channelUploadOffsetSchema,
});

export const proposePublishing = defineCall({
  method: 'GET',
  path: '/api/projects/:id/publish',
  tag: 'Channel',
  summary: 'What a film is published as, with chapters and credits, unless something else is asked for.',
  params: idParams,
  query: publishQuerySchema,
  response: publishProposalSchema,
});

export const publishFilm = defineCall({
  method: 'POST',
  path: '/api/projects/:id/publish',
  tag: 'Channel',
  summary: 'Sends a film to the channel by a run; the same film twice only when forced.',
  params: idParams,
  body: publishRequestSchema,
  response: runSchema,
  idempotent: true,
  rate: 'costly',
  errors: ['conflict'],
});
