import { randomUUID } from 'node:crypto';
import type { Belongings } from './belongings.ts';

export interface RouteCase {
  /** `own`: names something that somebody owns. `session`: is about whoever is signed in. `open`: is for everybody. */
  access: 'own' | 'session' | 'open';
  /** What the owner is answered: the statuses that are right for these belongings. */
  owner: number[];
  /** What a stranger is answered where it is open; 200 when not given. */
  stranger?: number[];
  url(own: Belongings): string;
  body?: (own: Belongings) => object;
}

type Options = Partial<Pick<RouteCase, 'owner' | 'stranger' | 'body'>> & {
  query?: string;
  path?: (own: Belongings) => string;
};

const UNKNOWN_TOKEN = 'a'.repeat(64);
const SIGNED = `k=${'a'.repeat(64)}&f=film.mp4&n=film.mp4&e=4000000000&s=${'a'.repeat(43)}`;

function makeCase(
  route: string,
  access: RouteCase['access'],
  { query = '', path, owner = [200], ...rest }: Options,
): RouteCase {
  const template = route.split(' ')[1]!;
  const id = (own: Belongings) => {
    if (template.startsWith('/api/sections/')) return own.sectionIds[0]!;
    if (template.startsWith('/api/runs/')) return own.runId;
    if (template.startsWith('/media/')) return own.uploadId;
    return own.projectId;
  };
  return { access, owner, ...rest, url: (own) => (path?.(own) ?? template.replace(':id', id(own))) + query };
}

const cases = (access: RouteCase['access'], list: Record<string, Options>) =>
  Object.entries(list).map(([route, options]) => [route, makeCase(route, access, options)] as const);

/** Every route of the API by `METHOD url`, and what it is answered with. A new route belongs in here. */
export const ROUTE_CASES: ReadonlyMap<string, RouteCase> = new Map([
  ...cases('own', {
    'GET /api/projects/:id': {},
    'PATCH /api/projects/:id': { body: () => ({ title: 'New' }) },
    'DELETE /api/projects/:id': { owner: [204] },
    'POST /api/projects/:id/restore': { owner: [204] },
    'GET /api/projects/:id/progress': {},
    'POST /api/projects/:id/share': {},
    'DELETE /api/projects/:id/share': { owner: [204] },
    'POST /api/projects/:id/videos/retry': { owner: [409] },
    'GET /api/projects/:id/publish': {},
    // Without a channel.
    'POST /api/projects/:id/publish': { owner: [403], body: () => ({}) },
    'POST /api/projects/:id/duplicate': {},
    'POST /api/projects/:id/sections': { owner: [201], body: () => ({ title: 'Own' }) },
    'PATCH /api/projects/:id/sections/reorder': {
      owner: [204],
      body: (own) => ({ sectionIds: own.sectionIds }),
    },
    'POST /api/projects/:id/sections/delete': {
      owner: [204],
      body: (own) => ({ sectionIds: own.sectionIds.slice(0, 1) }),
    },
    'GET /api/projects/:id/sections/deleted': {},
    'POST /api/projects/:id/sections/reset': {},
    'POST /api/projects/:id/undo': { owner: [409] },
    'POST /api/projects/:id/redo': { owner: [409] },
    'GET /api/projects/:id/clips': {},
    'POST /api/projects/:id/generate': { body: () => ({}) },
    'GET /api/projects/:id/generation-status': {},
    'GET /api/projects/:id/video-link': {},
    'GET /api/projects/:id/download': { owner: [302] },
    'GET /api/projects/:id/generation-plan': {},
    'GET /api/sections/:id/words': {},
    'PATCH /api/sections/:id/update': { body: () => ({ title: 'New' }) },
    'POST /api/sections/:id/split': { body: () => ({ at: 5 }) },
    'DELETE /api/sections/:id': { owner: [204] },
    'POST /api/sections/:id/restore': {},
    'POST /api/sections/:id/reset': {},
    'GET /api/runs/:id': {},
    'POST /api/runs/:id/cancel': {},
    'POST /api/runs/:id/retry': { owner: [409] },
    'POST /api/objects/upload': { body: (own) => ({ projectId: own.projectId, fileName: 'film.mp4' }) },
    'GET /media/objects/:id/preview.jpg': {},
    'GET /media/scans/:key/:file': { path: (own) => `/media/scans/${own.scanKey}/proxy.mp4` },
  }),
  ...cases('session', {
    'GET /api/auth/user': {},
    'GET /api/user/stats': {},
    'GET /api/user/videos': {},
    'GET /api/user/videos/deleted': {},
    'PATCH /api/user/settings': { body: () => ({ theme: 'dark' }) },
    'GET /api/user/export': {},
    'POST /api/user/import': { owner: [400], body: () => ({}) },
    'DELETE /api/user/sessions': { owner: [204] },
    'DELETE /api/user': { owner: [204], body: (own) => ({ email: own.user.email }) },
    'GET /api/outbox': {},
    'GET /api/user/credits': {},
    'GET /api/user/credits/ledger': {},
    // The matrix has a Stripe that is away.
    'POST /api/purchase-credits': { owner: [503], body: () => ({ packSize: 10 }) },
    'POST /api/youtube/auth': {},
    'DELETE /api/youtube/auth': { owner: [204] },
    'POST /api/youtube/upload': { owner: [403] },
    'GET /api/youtube/upload/:id': { path: () => `/api/youtube/upload/${randomUUID()}` },
    'GET /api/videos/search': { query: '?query=x' },
    'POST /api/projects/process': { body: (own) => ({ videoIds: [own.videoId], projectTitle: 'Title' }) },
    'POST /api/videos/extract': { owner: [422], body: () => ({ url: 'http://127.0.0.1/film.mp4' }) },
    // Everybody's, and without a picture.
    'GET /media/videos/:id/thumbnail.jpg': {
      owner: [302],
      path: (own) => `/media/videos/${own.videoId}/thumbnail.jpg`,
    },
    'GET /media/videos/:id/preview.jpg': {
      owner: [404],
      path: (own) => `/media/videos/${own.videoId}/preview.jpg`,
    },
    // Nobody outside is reached from here.
    'GET /media/youtube/:id/still.jpg': { owner: [302], path: () => '/media/youtube/dQw4w9WgXcQ/still.jpg' },
    'GET /media/library/:id/thumbnail.jpg': {
      owner: [404],
      path: () => `/media/library/${'a'.repeat(16)}/thumbnail.jpg`,
    },
    'GET /ws': { owner: [400] },
  }),
  ...cases('open', {
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /metrics': {},
    'GET /api/config': {},
    'GET /api/openapi.json': {},
    'GET /api/docs': {},
    'GET /api/docs/json': {},
    'GET /api/docs/yaml': {},
    'GET /api/docs/static/index.html': { owner: [302], stranger: [302] },
    'GET /api/docs/static/swagger-initializer.js': {},
    'GET /api/docs/static/*': { path: () => '/api/docs/static/swagger-ui.css' },
    'GET /auth/google': { owner: [302], stranger: [302] },
    'GET /api/login': { owner: [302], stranger: [302] },
    'GET /auth/google/callback': { owner: [302], stranger: [302] },
    'GET /api/youtube/callback': { owner: [302], stranger: [302] },
    'GET /api/logout': { owner: [302], stranger: [302] },
    'GET /media/signed': { owner: [403], stranger: [403], query: `?${SIGNED}` },
    'GET /media/share/:token/*': {
      owner: [404],
      stranger: [404],
      path: () => `/media/share/${UNKNOWN_TOKEN}/film.mp4`,
    },
    'PUT /media/uploads/:id': {
      owner: [403],
      stranger: [403],
      query: `?e=4000000000&s=${'a'.repeat(43)}`,
      body: () => ({ any: randomUUID() }),
    },
    'POST /api/payments/stripe/webhook': { owner: [400], stranger: [400], body: () => ({}) },
  }),
]);
