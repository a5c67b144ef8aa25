import { extractRequestSchema, searchQuerySchema, videoSchema } from '../videos.ts';
import { defineCall } from './define-call.ts';

export const searchVideos = defineCall({
  method: 'GET',
  path: '/api/videos/search',
  tag: 'Videos',
  summary:
    'One page of videos, full while a source has more. X-Total-Count has the total, as far as sources report it; X-Source-Errors names failed sources; X-Source-Pending reports that more videos are being prepared.',
  query: searchQuerySchema,
  response: videoSchema.array(),
  rate: 'costly',
  errors: ['search_failed'],
});

export const extractVideo = defineCall({
  method: 'POST',
  path: '/api/videos/extract',
  tag: 'Videos',
  summary: 'Adds a video by its link, with the details from its site and placeholders for the rest.',
  body: extractRequestSchema,
  response: videoSchema,
  rate: 'costly',
  errors: ['unprocessable'],
  lasts: true,
});
