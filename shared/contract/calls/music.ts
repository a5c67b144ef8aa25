import { musicNameSchema, musicSearchQuerySchema, musicSearchResultSchema } from '../found-music.ts';
import { defineCall, idParams } from './define-call.ts';

export const searchMusic = defineCall({
  method: 'GET',
  path: '/api/music/search',
  tag: 'Music',
  summary: 'One page of free music whose licence allows its use in a film, with the sources that failed.',
  query: musicSearchQuerySchema,
  response: musicSearchResultSchema,
  rate: 'costly',
  errors: ['search_failed'],
});

export const fetchMusic = defineCall({
  method: 'POST',
  path: '/api/projects/:id/music/fetch',
  tag: 'Music',
  summary: 'Adds music from a search to the film, with its credit. Can be undone.',
  params: idParams,
  body: musicNameSchema.strict(),
  rate: 'costly',
  errors: ['unprocessable'],
  // It waits for another site. If the caller disconnects, it is cancelled.
  lasts: true,
});
