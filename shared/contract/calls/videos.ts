import { extractRequestSchema, searchQuerySchema, videoSchema } from '../videos.ts';
import { defineCall } from './define-call.ts';

export const searchVideos = defineCall({
  method: 'GET',
  path: '/api/videos/search',
  tag: 'Videos',
  summary:
    'One page of videos, full while a source has more. X-Total-Count tells how many there are, as far as sources say; X-Source-Errors names those that failed; X-Source-Pending says that more videos are on their way.',
  query: searchQuerySchema,
  response: videoSchema.array(),
  rate: 'costly',
  errors: ['search_failed'],
});

export const extractVideo = defineCall({
  method: 'POST',
  path: '/api/videos/extract',
  tag: 'Videos',
  summary: 'Adds a video by its link: what can be told of it, and what stands for the rest.',
  body: extractRequestSchema,
  response: videoSchema,
  rate: 'costly',
  errors: ['unprocessable'],
  lasts: true,
});
