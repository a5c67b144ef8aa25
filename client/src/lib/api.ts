import type { ErrorBody } from '#contract/errors.ts';

/** A failed call. `message` is 'status: body' for logs; `userMessage` is the sentence for the page. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly userMessage: string;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly details: unknown;

  /** `requestId` is what the answer's header says, for those whose body says nothing. */
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

/** What a creator can tell us of a failure, so that we find it in our logs; null when nobody answered. */
export const errorId = (error: unknown): string | null =>
  error instanceof ApiError ? error.requestId : null;

/** The sentence to show for anything thrown. */
export function userMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage || fallback;
  return fallback;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export interface CallOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** One per intention: the server answers a repeat with the first answer. */
  idempotencyKey?: string;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
}

/** One call with the session's cookie; throws ApiError unless the status is a success. */
export async function callRaw(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'include',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  if (!response.ok) throw await responseError(response);
  return response;
}

export async function call<T>(method: string, path: string, options?: CallOptions): Promise<T> {
  const response = await callRaw(method, path, options);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

/** Whether a film's link answers; nothing is downloaded. */
export async function isReachable(link: string): Promise<boolean> {
  try {
    const response = await fetch(link, { method: 'HEAD', credentials: 'include' });
    return response.ok;
  } catch {
    return false;
  }
}
