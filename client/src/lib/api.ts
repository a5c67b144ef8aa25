import type { ErrorBody } from '#contract/errors.ts';

/** A failed call. `message` is 'status: body' for logs; `userMessage` is the sentence for the page. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly userMessage: string;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly details: unknown;

  constructor(status: number, statusText: string, bodyText: string) {
    super(status === 401 ? 'Unauthorized' : `${status}: ${bodyText || statusText}`);
    const body = parseBody(bodyText);
    this.status = status;
    this.userMessage = status === 401 ? 'Unauthorized' : (body?.message ?? statusText) || `Error ${status}`;
    this.code = body?.code ?? null;
    this.requestId = body?.requestId ?? null;
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
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
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
