import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mount } from '../mount.ts';
import { readText, sendJson } from './answer.ts';
import { type Control, createChannelState } from './channel-state.ts';
import { createChannels } from './channels.ts';
import { createOauth } from './oauth.ts';
import { messagePage, PAGE_HEADERS, watchPage } from './pages.ts';
import { createAdditions } from './additions.ts';
import { createUpload } from './upload.ts';

const PREFIX = '/standins/youtube-channel';
const UPLOAD = '/upload/youtube/v3/videos';
const THUMBNAIL = '/upload/youtube/v3/thumbnails/set';
const CAPTIONS = '/upload/youtube/v3/captions';

/**
 * Stands in for YouTube channels: the consent, and uploads. `control` requests failures and returns the
 * state.
 * @param publicUrl the product's URL in browsers; the pages are under it
 */
export function createChannelStandIn(publicUrl: string): Mount {
  const state = createChannelState();
  const oauth = createOauth(state, publicUrl, PREFIX);
  const channels = createChannels(state);
  const upload = createUpload(state, PREFIX + UPLOAD);
  const additions = createAdditions(state);

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const control = JSON.parse(await readText(request)) as Partial<Control> & { endAccess?: boolean };
      state.reset();
      const { endAccess, ...changes } = control;
      Object.assign(state.control, changes);
      if (endAccess) state.endAccess();
    }
    sendJson(response, 200, {
      videos: [...state.videos.values()],
      sessions: [...state.sessions.values()].map(({ id, bytes, received }) => ({ id, bytes, received })),
      counts: state.counts,
      revoked: state.countRevoked(),
    });
  }

  function watch(response: ServerResponse, id: string): void {
    const video = state.videos.get(id);
    const text = 'The stand-in keeps uploads only until it stops.';
    response.writeHead(video ? 200 : 404, PAGE_HEADERS);
    response.end(video ? watchPage(video) : messagePage('There is no such video', text));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.slice(PREFIX.length);
    const { method } = request;
    if (path === '/consent' && (method === 'GET' || method === 'POST')) {
      return oauth.consent(request, response, searchParams);
    }
    if (path === '/token' && method === 'POST') return oauth.token(request, response);
    if (path === '/revoke' && method === 'POST') return oauth.revoke(request, response);
    if (path === '/youtube/v3/channels' && method === 'GET')
      return channels.list(request, response, searchParams);
    if (path === '/youtube/v3/videos' && method === 'GET')
      return channels.videos(request, response, searchParams);
    if (path === UPLOAD && method === 'POST') return upload.begin(request, response, searchParams);
    if (path === UPLOAD && method === 'PUT') return upload.put(request, response, searchParams);
    if (path === THUMBNAIL && method === 'POST') return additions.thumbnail(request, response, searchParams);
    if (path === CAPTIONS && method === 'POST') return additions.captions(request, response, searchParams);
    if (path === '/watch' && method === 'GET') return watch(response, searchParams.get('v') ?? '');
    if (path === '/control') return control(request, response);
    response.writeHead(404, PAGE_HEADERS).end(messagePage('Not found', 'There is no page at this address.'));
  }

  return { prefix: PREFIX, handle };
}
