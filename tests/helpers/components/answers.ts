import type { Answer, Call, Received } from '#contract/calls/define-call.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

/**
 * A response that is more than a body: with a status, headers, or an error. Created by `respond` and
 * `failure`.
 */
class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type GivenAnswer<C extends Call> = Answer<C> | Reply;
type Handler<C extends Call> = (request: Received<C>) => GivenAnswer<C> | Promise<GivenAnswer<C>>;

interface Route {
  call: Call;
  handler: (request: Received<Call>) => unknown;
}

/** A request that the page sent. */
export interface Sent<C extends Call = Call> extends Received<C> {
  headers: Headers;
}

const routes: Route[] = [];
const sent: { call: Call; request: Sent }[] = [];
const addresses: { path: RegExp; handler: (request: Request) => Response | Promise<Response> }[] = [];
let problems: string[] = [];
/** Fails the requests that still wait for their answer. */
let failPending = new AbortController();

/**
 * Answers a call from now on. The newest answer of a call applies. Responses are checked against the
 * contract.
 */
export function answer<C extends Call>(call: C, reply: GivenAnswer<C> | Handler<C>): void {
  const handler = typeof reply === 'function' ? reply : () => reply;
  routes.unshift({ call, handler: handler as Route['handler'] });
}

export function respond<C extends Call>(
  _call: C,
  body: Answer<C>,
  headers: Record<string, string>,
  status = 200,
): Reply {
  return new Reply(status, body, headers);
}

/** Returns an error as the API sends it. `status` may be one that only a proxy sends, such as 504. */
export const failure = (status: number, message = 'No.', details?: unknown): Reply =>
  new Reply(status, { code: codeOf(status), message, requestId: 'request-1', details });

/** Answers a call with an error. */
export const refuse = (call: Call, status: number, message?: string, details?: unknown): void =>
  answer(call, () => failure(status, message, details) as never);

/** Fails a call as if the connection were lost. */
export const disconnect = (call: Call): void =>
  answer(call, () => {
    throw new TypeError('Failed to fetch');
  });

/** Holds requests of a call back. `release` answers them and later ones, with this or the earlier answer. */
export function hold<C extends Call>(call: C): { release: (reply?: GivenAnswer<C> | Handler<C>) => void } {
  const earlier = routes.find((route) => route.call === call)?.handler;
  let open = (_handler: Route['handler']): void => {};
  const released = new Promise<Route['handler']>((resolve) => (open = resolve));
  answer(call, async (request) => {
    const handler = await released;
    return (await handler(request as Received<Call>)) as GivenAnswer<C>;
  });
  return {
    release: (reply) => {
      const handler =
        reply === undefined ? earlier : typeof reply === 'function' ? reply : (): unknown => reply;
      if (!handler) throw new Error(`${nameOf(call)} has no answer to release.`);
      open(handler as Route['handler']);
    },
  };
}

/** Returns the requests of a call so far, oldest first. */
export const requestsOf = <C extends Call>(call: C): Sent<C>[] =>
  sent.filter((one) => one.call === call).map(({ request }) => request as unknown as Sent<C>);

/** Answers requests outside the API that `fetch` sends, such as those for a film's link. */
export function serve(path: RegExp, handler: (request: Request) => Response | Promise<Response>): void {
  addresses.unshift({ path, handler });
}

const nameOf = ({ method, path }: Call): string => `${method} ${path}`;
const codeOf = (status: number): ErrorCode | 'refused' =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status) ?? 'refused';

/** Returns the parameters of a path that matches a call's path, or `null`. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = decodeURIComponent(parts[index]!);
    if (name.startsWith(':')) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}

/**
 * Returns the input that the API would receive.
 * @throws {Error} if the API would refuse it
 */
async function receive(call: Call, params: Record<string, string>, request: Request): Promise<Sent> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const text = call.consumes ? '' : await request.text();
  return {
    params: call.params?.parse(params) as never,
    query: call.query?.parse(query) as never,
    body: (call.consumes ? await request.formData() : call.body?.parse(JSON.parse(text))) as never,
    headers: request.headers,
  };
}

function send({ call }: Route, value: unknown): Response {
  const reply = value instanceof Reply ? value : new Reply(call.response ? 200 : 204, value);
  if (reply.status === 204) return new Response(null, { status: 204, headers: reply.headers });
  if (reply.status >= 400) return Response.json(reply.body, { status: reply.status, headers: reply.headers });
  if (call.produces) return new Response(reply.body as BodyInit, { headers: reply.headers });
  const checked = call.response?.safeEncode(reply.body);
  if (checked && !checked.success) {
    const issues = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The test's answer to ${nameOf(call)} violates the contract: ${issues.join('; ')}`);
  }
  return Response.json(checked?.data ?? null, { status: reply.status, headers: reply.headers });
}

/** Answers a request of the test that `ended` belongs to. */
async function answerCall(request: Request, ended: AbortSignal): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const route of routes) {
    if (route.call.method !== request.method) continue;
    const params = matchPath(route.call.path, pathname);
    if (!params) continue;
    const received = await receive(route.call, params, request.clone());
    // The next test must not see it.
    if (!ended.aborted) sent.push({ call: route.call, request: received });
    return send(route, await route.handler(received as Received<Call>));
  }
  throw new Error(`${request.method} ${pathname} has no answer in this test.`);
}

/**
 * Replaces the page's `fetch`: calls are answered from the table, and everything else fails unless it is
 * served.
 */
export async function answeringFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(
    input instanceof Request ? input : new URL(input, window.location.origin),
    init,
  );
  const { pathname } = new URL(request.url);
  const served = addresses.find(({ path }) => path.test(pathname));
  if (served) return served.handler(request);
  if (!pathname.startsWith('/api/')) return new Response(null, { status: 404 });
  const { signal: ended } = failPending;
  try {
    const aborted = new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      ended.addEventListener('abort', () => {
        // Otherwise a change that reached no server would be sent again during another test.
        if (request.method === 'GET') reject(new TypeError('Failed to fetch'));
        else resolve(Response.json({ code: 'unavailable', message: '', requestId: '' }, { status: 503 }));
      });
    });
    return await Promise.race([answerCall(request, ended), aborted]);
  } catch (error) {
    // The test intended a lost connection or an aborted request. Any other failure is a fault of the test or
    // the page.
    if (error instanceof TypeError || request.signal.aborted) throw error;
    problems.push(String(error));
    return Response.json({ code: 'internal', message: String(error), requestId: '' }, { status: 500 });
  }
}

/**
 * Ends a test: fails pending requests, on which the page would wait forever, and clears the table. Returns
 * what was wrong with requests and answers.
 */
export function takeProblems(): string[] {
  failPending.abort();
  failPending = new AbortController();
  const reported = problems;
  problems = [];
  routes.length = 0;
  addresses.length = 0;
  sent.length = 0;
  return reported;
}
