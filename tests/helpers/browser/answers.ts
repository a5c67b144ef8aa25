import { STATUS_CODES } from 'node:http';
import type { CDPSession, Page } from 'playwright-core';

/** A call that the page made. */
export interface Call {
  url: URL;
  method: string;
}

/** An answer that the test makes. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** The body, instead of `json`. */
  body?: string;
}

/** Answers a call. `undefined` leaves the call to the earlier rules, and then to the server. */
type Reply = Answer | 'hold' | 'abort' | undefined;
type Rule = { path: RegExp } & ({ reply: (call: Call) => Reply } | { change: (body: unknown) => unknown });

/** A pending call, or the response to it if it has a status. */
interface Paused {
  requestId: string;
  request: { url: string; method: string };
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
}

const pages = new WeakMap<Page, { session: CDPSession; rules: Rule[] }>();

/**
 * Answers a page's calls to the API and to media, the newest rule first. Unlike `page.route` it leaves the
 * browser's cache on and does not intercept assets, which halves the cost of loading the page.
 */
export const answer = (page: Page, path: RegExp, reply: (call: Call) => Reply): Promise<void> =>
  add(page, { path, reply });

/** Answers every call of a path with the API's own response, changed by `change`. */
export const changeAnswer = <T>(page: Page, path: RegExp, change: (body: T) => unknown): Promise<void> =>
  add(page, { path, change: change as (body: unknown) => unknown });

/** Answers every call of a path with an error, in the API's format. */
export const refuse = (page: Page, path: RegExp, status: number, message = 'No.', details?: unknown) =>
  answer(page, path, () => ({ status, json: { code: 'refused', message, requestId: 'x', details } }));

/** Fails every call of a path without a response. */
export const hold = (page: Page, path: RegExp): Promise<void> => answer(page, path, () => 'hold');

/** Removes all rules of a page. */
export async function forgetAnswers(page: Page): Promise<void> {
  const entry = pages.get(page);
  pages.delete(page);
  await entry?.session.detach();
}

async function add(page: Page, rule: Rule): Promise<void> {
  const entry = pages.get(page);
  if (entry) return void entry.rules.unshift(rule);
  const session = await page.context().newCDPSession(page);
  const rules = [rule];
  pages.set(page, { session, rules });
  session.on('Fetch.requestPaused', (paused) => {
    // The page or its request may be gone by now.
    void settle(session, rules, paused).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }, { urlPattern: '*/media/*' }] });
}

async function settle(
  session: CDPSession,
  rules: Rule[],
  { requestId, request, responseStatusCode, responseHeaders }: Paused,
): Promise<void> {
  const call: Call = { url: new URL(request.url), method: request.method };
  for (const rule of rules.filter(({ path }) => path.test(request.url))) {
    if ('change' in rule) {
      if (responseStatusCode === undefined) {
        await session.send('Fetch.continueRequest', { requestId, interceptResponse: true });
        return;
      }
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
      const json = rule.change(JSON.parse(base64Encoded ? Buffer.from(body, 'base64').toString() : body));
      await fulfil(session, requestId, responseStatusCode, responseHeaders ?? [], JSON.stringify(json));
      return;
    }
    const reply = rule.reply(call);
    if (reply === 'hold') return;
    if (reply === 'abort') {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
      return;
    }
    if (reply) {
      const type = reply.json === undefined ? [] : [{ name: 'content-type', value: 'application/json' }];
      const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => ({ name, value }));
      const body = reply.json === undefined ? (reply.body ?? '') : JSON.stringify(reply.json);
      await fulfil(session, requestId, reply.status ?? 200, [...type, ...headers], body);
      return;
    }
  }
  await session.send('Fetch.continueRequest', { requestId });
}

/** The headers that depend on the body: its length and encoding. */
const OF_THE_OLD_BODY = new Set(['content-length', 'content-encoding', 'etag']);

const fulfil = (
  session: CDPSession,
  requestId: string,
  responseCode: number,
  headers: { name: string; value: string }[],
  body: string,
) =>
  session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode,
    responsePhrase: STATUS_CODES[responseCode] ?? 'Unknown',
    responseHeaders: headers.filter(({ name }) => !OF_THE_OLD_BODY.has(name.toLowerCase())),
    body: Buffer.from(body).toString('base64'),
  });
