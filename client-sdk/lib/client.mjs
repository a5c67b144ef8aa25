// @ts-check
import { randomUUID } from 'node:crypto';
import createFetchClient from 'openapi-fetch';
import { downloadFile, openFilm } from './download.mjs';
import { errorOf } from './errors.mjs';
import { IDEMPOTENT_PATHS } from './idempotent.generated.mjs';
import { withRetries } from './retries.mjs';
import { uploadMedia } from './upload.mjs';
import { waitForRun } from './wait-for-run.mjs';

/** @type {import('openapi-fetch').Middleware} */
const middleware = {
  // Without one, a repeated call would do its work twice.
  onRequest({ request, schemaPath }) {
    if (request.method !== 'POST' || !IDEMPOTENT_PATHS.has(schemaPath)) return undefined;
    if (!request.headers.has('idempotency-key')) request.headers.set('idempotency-key', randomUUID());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await errorOf(response);
  },
};

/**
 * Creates a client of an installation. Every method throws a `CutroomError` if its call fails.
 * @type {typeof import('../index.mjs').createClient}
 */
export function createClient({
  baseUrl = 'http://localhost:3000',
  apiKey,
  fetch = globalThis.fetch,
  retries = 4,
  maxWaitMs = 60_000,
  timeoutMs = 120_000,
  onRetry = () => {},
} = {}) {
  const base = readBaseUrl(baseUrl);
  const headers = { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) };
  const send = withRetries({ fetch, retries, maxWaitMs, timeoutMs, onRetry });
  /** @type {import('openapi-fetch').Client<import('../index.mjs').paths>} */
  const http = createFetchClient({ baseUrl: base, headers, fetch: send, redirect: 'error' });
  http.use(middleware);

  /** @param {'get' | 'post' | 'patch' | 'delete'} method */
  const call = (method) =>
    /** @type {any} */ (
      async (/** @type {any} */ path, /** @type {any} */ init) =>
        (await /** @type {any} */ (http).request(method, path, init)).data
    );

  /** @type {import('../index.mjs').Cutroom} */
  const cutroom = {
    baseUrl: base,
    http,
    get: call('get'),
    post: call('post'),
    patch: call('patch'),
    delete: call('delete'),

    waitForRun(runId, options = {}) {
      const init = { params: { path: { id: runId } }, ...(options.signal && { signal: options.signal }) };
      return waitForRun(() => cutroom.get('/api/runs/{id}', init), options);
    },

    downloadFilm(projectId, path, { language, ...options } = {}) {
      const link = new URL(`${base}/api/projects/${encodeURIComponent(projectId)}/download`);
      if (language !== undefined) link.searchParams.set('language', language);
      const { signal } = options;
      const request = () => new Request(link, { headers, redirect: 'manual', signal: signal ?? null });
      return downloadFile((range) => openFilm(send, request(), range, signal), path, options);
    },

    uploadMedia: (projectId, path, options) => uploadMedia(cutroom, send, projectId, path, options),
  };
  return cutroom;
}

/**
 * Returns the address of an installation without a slash at its end.
 * @param {string} text
 * @throws {TypeError}
 */
function readBaseUrl(text) {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError('The address must begin with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('The address must not contain a password.');
  const path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  return `${url.origin}${path}`;
}
