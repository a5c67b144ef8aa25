import type { Answer, Call, Sent } from '#contract/calls/define-call.ts';
import type { ErrorBody } from '#contract/errors.ts';

/** A failed call. `message` is 'status: body' for logs; `userMessage` is the sentence for the page. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly userMessage: string;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly details: unknown;

  /** `requestId` comes from the header, for errors whose body has no ID. */
  constructor(status: number, statusText: string, bodyText: string, requestId: string | null = null) {
    super(status === 401 ? 'Unauthorized' : `${status}: ${bodyText || statusText}`);
    const body = parseBody(bodyText);
    this.status = status;
    this.userMessage = status === 401 ? 'Unauthorized' : (body?.message ?? statusText) || `Error ${status}`;
    this.code = body?.code ?? null;
    this.requestId = body?.requestId ?? requestId;
    this.details = body?.details;
  }
}

function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Partial<ErrorBody>) : null;
  } catch {
    return null;
  }
}

export async function responseError(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  return new ApiError(status, statusText, await response.text(), headers.get('x-request-id'));
}

/** Identifies a failure in the server's logs; `null` if there was no response. */
export const errorId = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null;

/** Returns the sentence to show for any error. */
export function userMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage || fallback;
  return fallback;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

type Input<C extends Call> = Sent<C> & { signal?: AbortSignal | undefined };
type Args<C extends Call> = Record<never, never> extends Sent<C> ? [input?: Input<C>] : [input: Input<C>];

/** The options of all calls. */
interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** One key per intention: the server answers a repetition with the first response. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Returns a call's URL without the query values that are undefined. */
export function urlOf<C extends Call>(
  { path }: C,
  input: Pick<Sent<C>, keyof Sent<C> & ('params' | 'query')>,
): string {
  const { params = {}, query = {} } = input as AnyInput;
  const filledPath = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameters.length > 0 ? `${filledPath}?${new URLSearchParams(parameters).toString()}` : filledPath;
}

/**
 * Sends one request with the session's cookie.
 * @throws ApiError unless the status is a success
 */
async function request(
  method: string,
  url: string,
  { body, idempotencyKey, signal }: AnyInput,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    credentials: 'include',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await responseError(response);
  return response;
}

/** Sends a call whose response is more than JSON: its headers, or a file. */
export function callRaw<C extends Call>(
  definition: C,
  ...[input = {} as Input<C>]: Args<C>
): Promise<Response> {
  return request(definition.method, urlOf(definition, input), input as AnyInput);
}

/** Parses a call's response, which the server has already checked against the definition. */
export function readAnswer<C extends Call>(_definition: C, text: string): Answer<C> {
  return (text ? JSON.parse(text) : null) as Answer<C>;
}

export async function call<C extends Call>(definition: C, ...args: Args<C>): Promise<Answer<C>> {
  const response = await callRaw(definition, ...args);
  return readAnswer(definition, await response.text());
}

/** The default read of a query (product.md 7.28): the JSON at its address. */
export async function readJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await request('GET', url, { signal });
  return response.json();
}

/** Whether a film's link works. Downloads nothing. */
export async function isReachable(link: string): Promise<boolean> {
  try {
    const response = await fetch(link, { method: 'HEAD', credentials: 'include' });
    return response.ok;
  } catch {
    return false;
  }
}
