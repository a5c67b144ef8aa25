import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Belongings } from '../data/belongings.ts';

export interface RouteCase {
  /**
   * `own`: concerns something that has an owner. `session`: concerns the signed-in user. `open`: accessible
   * to all callers.
   */
  access: 'own' | 'session' | 'open';
  /** The owner's response: the valid statuses for these belongings. */
  owner: number[];
  /** A stranger's response to an open route; 200 by default. */
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

const proposalPath = (own: Belongings) => `/api/projects/${own.projectId}/proposals/${own.proposalId}`;
const versionPath = (own: Belongings) => `/api/projects/${own.projectId}/versions/${own.versionId}`;

function makeCase(
  template: string,
  access: RouteCase['access'],
  { query = '', path, owner = [200], ...rest }: Options,
): RouteCase {
  const id = (own: Belongings) => {
    if (template.startsWith('/api/sections/')) return own.sectionIds[0]!;
    if (template.startsWith('/api/runs/')) return own.runId;
    if (template.startsWith('/media/')) return own.uploadId;
    if (template.startsWith('/api/user/webhooks/')) return own.webhookId;
    return own.projectId;
  };
  return { access, owner, ...rest, url: (own) => (path?.(own) ?? template.replace(':id', id(own))) + query };
}

/** A call's input and responses, if its definition does not contain them. */
const CALL_CASES: Partial<Record<keyof typeof calls, Options & Partial<Pick<RouteCase, 'access'>>>> = {
  updateProject: { body: () => ({ title: 'New' }) },
  retryVideos: { owner: [409] },
  // There is nothing to translate.
  translateTexts: { owner: [409] },
  // The user has no channel.
  publishFilm: { owner: [403], body: () => ({}) },
  createSection: { owner: [201], body: () => ({ title: 'Own' }) },
  chooseForFilm: { body: () => ({ aspect: '9:16' }) },
  applyFilmStyle: { body: () => ({ style: 'documentary' }) },
  // The project has no music.
  setMusic: { owner: [409], body: () => ({ volume: 0.5 }) },
  setTransitions: { body: () => ({ transition: 'crossfade', transitionSeconds: 1 }) },
  reorderSections: { body: (own) => ({ sectionIds: own.sectionIds }) },
  deleteSections: { body: (own) => ({ sectionIds: own.sectionIds.slice(0, 1) }) },
  cutSections: { body: (own) => ({ sections: [{ sectionId: own.sectionIds[0], cuts: [] }] }) },
  replaceText: { body: () => ({ find: 'Text', replacement: 'Words' }) },
  // The user would transfer it to itself.
  copySections: {
    owner: [422],
    body: (own) => ({ sectionIds: own.sectionIds, projectId: own.projectId }),
  },
  undoEdit: { owner: [409] },
  redoEdit: { owner: [409] },
  generateFilm: { body: () => ({}) },
  compareVersion: { path: (own) => `${versionPath(own)}/changes` },
  restoreVersion: {
    path: (own) => `${versionPath(own)}/restore`,
    body: (own) => ({ sectionIds: own.sectionIds }),
  },
  proposeEdit: {
    body: (own) => ({ title: 'Edit', edits: [{ sectionId: own.sectionIds[1], title: 'New' }] }),
  },
  readProposal: { path: proposalPath },
  acceptProposal: { path: (own) => `${proposalPath(own)}/accept`, body: () => ({}) },
  declineProposal: { path: (own) => `${proposalPath(own)}/decline` },
  exportFilm: { path: (own) => `/api/projects/${own.projectId}/export/otio` },
  listenToSection: { owner: [200, 422], body: () => ({}) },
  listenToVoice: { body: () => ({}) },
  // No worker detects faces.
  findSubjects: { owner: [422], body: (own) => ({ sectionIds: own.sectionIds }) },
  // The film of these belongings is not a video.
  readSoundLink: { owner: [409] },
  setPoster: { owner: [422], body: () => ({ at: 1 }) },
  // The film is not shared.
  updateShare: { owner: [409], body: () => ({ downloads: false }) },
  updateSection: { body: () => ({ title: 'New' }) },
  splitSection: { body: () => ({ at: 5 }) },
  hearAgain: { body: () => ({ spoken: 'hi' }) },
  // The video of these belongings has no distinguished speakers.
  renameSpeaker: { owner: [422], body: () => ({ speaker: 'Speaker 1', name: 'Ann' }) },
  // No word of these belongings is withheld.
  confirmWord: { owner: [422], body: () => ({ start: 1, text: 'word' }) },
  importSubtitles: { body: () => ({ file: btoa('00:00:01,000 --> 00:00:02,000\nA word') }) },
  retryRun: { owner: [409] },
  requestUpload: { access: 'own', body: (own) => ({ projectId: own.projectId, fileName: 'film.mp4' }) },
  updateSettings: { body: () => ({ theme: 'dark' }) },
  createApiKey: { body: () => ({ name: 'A script', scopes: ['read'] }) },
  createWebhook: { body: () => ({ url: 'https://hooks.example.com/', events: ['run.ended'] }) },
  updateWebhook: { body: () => ({ events: ['film.ready'] }) },
  resendWebhookDelivery: {
    path: (own) => `/api/user/webhooks/${own.webhookId}/deliveries/${own.deliveryId}/resend`,
  },
  readAuthorization: { owner: [422], query: '?clientId=x&redirectUri=x' },
  decideAuthorization: { owner: [422], body: () => ({ clientId: 'x', redirectUri: 'x', allowed: null }) },
  revokeApiKey: { path: (own) => `/api/user/api-keys/${own.apiKeyId}` },
  // The installation of these tests has no mail server.
  requestSignInLink: { owner: [404], stranger: [404], body: () => ({ email: 'ada@example.com' }) },
  confirmSignInLink: { owner: [404], stranger: [404], body: () => ({ token: 'a'.repeat(43) }) },
  addIdentity: { body: () => ({ provider: 'google' }) },
  // No identity has this ID.
  removeIdentity: { owner: [404] },
  importAccount: { owner: [400], body: () => ({}) },
  deleteAccount: { body: (own) => ({ email: own.user.email }) },
  // Stripe is unreachable in the matrix.
  purchaseCredits: { owner: [503], body: () => ({ packSize: 10 }) },
  uploadToChannel: { owner: [403] },
  readChannelUpload: { access: 'session', path: () => `/api/youtube/upload/${randomUUID()}` },
  // The request has no form.
  requestVideoUpload: {
    access: 'session',
    body: () => ({ purpose: 'footage', uploadId: randomUUID(), fileName: 'waves.mp4', size: 1 }),
  },
  addFootage: { access: 'session', owner: [400], path: () => `/api/footage/uploads/${randomUUID()}` },
  sendFootage: { owner: [415], query: `?uploadId=${randomUUID()}` },
  readFootageUpload: { access: 'session', path: () => `/api/footage/uploads/${randomUUID()}` },
  deleteFootage: { path: (own) => `/api/footage/${own.footageId}` },
  // The tests' installations offer no models.
  downloadModels: { owner: [403], body: () => ({ models: ['whisper-tiny'] }) },
  changeDownload: { owner: [403], body: () => ({ action: 'pause' }) },
  searchVideos: { query: '?query=x' },
  searchMusic: { query: '?query=x' },
  // The installation has no sources.
  fetchMusic: { owner: [422], body: () => ({ source: 'openverse', id: 'x' }) },
  processVideos: { body: (own) => ({ videoIds: [own.videoId], projectTitle: 'Title' }) },
  extractVideo: { owner: [422], body: () => ({ url: 'http://127.0.0.1/film.mp4' }) },
};

function accessOf(call: Call): RouteCase['access'] {
  if (call.open) return 'open';
  return call.params ? 'own' : 'session';
}

function successOf({ redirects, response }: Call): number {
  if (redirects) return 302;
  return response ? 200 : 204;
}

const callCases = Object.entries<Call>(calls).map(([name, call]) => {
  const { access = accessOf(call), ...options } = CALL_CASES[name as keyof typeof calls] ?? {};
  const route = makeCase(call.path, access, { owner: [successOf(call)], ...options });
  return [`${call.method} ${call.path}`, route] as const;
});

const cases = (access: RouteCase['access'], list: Record<string, Options>) =>
  Object.entries(list).map(
    ([route, options]) => [route, makeCase(route.split(' ')[1]!, access, options)] as const,
  );

/** Every route of the API by `METHOD url`, with its response. A route that is not a call belongs here. */
export const ROUTE_CASES: ReadonlyMap<string, RouteCase> = new Map([
  ...callCases,
  ...cases('own', {
    'GET /media/objects/:id/preview.jpg': {},
    'GET /media/scans/:key/:file': { path: (own) => `/media/scans/${own.scanKey}/proxy.mp4` },
  }),
  ...cases('session', {
    'GET /api/outbox': {},
    // Accessible to all callers, and without an image.
    'GET /media/videos/:id/thumbnail.jpg': {
      owner: [302],
      path: (own) => `/media/videos/${own.videoId}/thumbnail.jpg`,
    },
    'GET /media/videos/:id/preview.jpg': {
      owner: [404],
      path: (own) => `/media/videos/${own.videoId}/preview.jpg`,
    },
    // No outside site is reachable from here.
    'GET /media/youtube/:id/still.jpg': { owner: [302], path: () => '/media/youtube/dQw4w9WgXcQ/still.jpg' },
    'GET /media/library/:id/thumbnail.jpg': {
      owner: [404],
      path: () => `/media/library/${'a'.repeat(16)}/thumbnail.jpg`,
    },
    // The installation has no sources.
    'GET /media/music/preview': { owner: [404], query: '?source=openverse&id=x' },
    'GET /ws': { owner: [400] },
  }),
  ...cases('open', {
    'GET /healthz': {},
    'GET /readyz': {},
    'GET /metrics': {},
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
    'GET /media/watch.js': {},
    'GET /media/watch-fonts/:name.ttf': { path: () => '/media/watch-fonts/bengali-400.ttf' },
    'GET /media/share/:token': {
      owner: [404],
      stranger: [404],
      path: () => `/media/share/${UNKNOWN_TOKEN}`,
    },
    'GET /media/share/:token/embed': {
      owner: [404],
      stranger: [404],
      path: () => `/media/share/${UNKNOWN_TOKEN}/embed`,
    },
    'GET /media/oembed': { owner: [404], stranger: [404], query: '?url=https://example.com' },
    'POST /media/share/:token': {
      owner: [404],
      stranger: [404],
      path: () => `/media/share/${UNKNOWN_TOKEN}`,
    },
    'PUT /media/uploads/:id': {
      owner: [403],
      stranger: [403],
      query: `?e=4000000000&s=${'a'.repeat(43)}`,
      body: () => ({ any: randomUUID() }),
    },
    'GET /.well-known/oauth-protected-resource': {},
    'GET /.well-known/oauth-protected-resource/mcp': {},
    'GET /.well-known/oauth-authorization-server': {},
    'POST /oauth/register': {
      owner: [201],
      stranger: [201],
      body: () => ({ redirect_uris: ['https://agent.example/'] }),
    },
    'POST /oauth/token': { owner: [400], stranger: [400], body: () => ({}) },
    'POST /oauth/revoke': { owner: [400], stranger: [400], body: () => ({}) },
    // Only API keys and connected apps are admitted.
    'POST /mcp': { owner: [401], stranger: [401], body: () => ({}) },
    'GET /mcp': { owner: [405], stranger: [405] },
    'DELETE /mcp': { owner: [405], stranger: [405] },
    'POST /api/payments/stripe/webhook': { owner: [400], stranger: [400], body: () => ({}) },
  }),
]);
