// @ts-check

/** @typedef {import('../index.mjs').Run} Run */

/** A call that failed: the server refused it, or did not answer. */
export class CutroomError extends Error {
  /**
   * @param {string} message
   * @param {import('../index.mjs').ErrorFacts} facts
   */
  constructor(message, { code, status = null, requestId = null, details, retryAfterMs = null, cause }) {
    super(message, { cause });
    this.name = 'CutroomError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the same call may succeed later. */
  get isTransient() {
    return this.status === null ? this.code === 'unreachable' : this.status === 429 || this.status >= 500;
  }
}

/** A run that failed or was cancelled. */
export class RunError extends Error {
  /** @param {Run} run */
  constructor(run) {
    const reason = run.message === '' ? '' : `: ${run.message}`;
    super(run.status === 'cancelled' ? 'The run was cancelled.' : `The run failed${reason}`);
    this.name = 'RunError';
    this.run = run;
  }
}

/** The longest text of an error that is not JSON, such as a proxy's page. */
const MAX_TEXT = 200;

/**
 * Returns the error of a response that is not a success.
 * @param {Response} response
 */
export async function errorOf(response) {
  const text = await response.text().catch(() => '');
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers);
  const body = parse(text);
  if (body) return new CutroomError(body.message, { ...body, status, retryAfterMs });
  const message = text.startsWith('<') ? '' : text.slice(0, MAX_TEXT).trim();
  return new CutroomError(message || `The server answered with status ${status}.`, {
    code: 'unexpected',
    status,
    requestId: response.headers.get('x-request-id'),
    retryAfterMs,
  });
}

/**
 * Returns the body of an error in the API's form.
 * @param {string} text
 * @returns {{ code: string, message: string, requestId: string | null, details?: unknown } | null}
 */
function parse(text) {
  try {
    const { code, message, requestId, details } = JSON.parse(text);
    if (typeof code !== 'string' || typeof message !== 'string') return null;
    return { code, message, requestId: typeof requestId === 'string' ? requestId : null, details };
  } catch {
    return null;
  }
}

/**
 * Returns how long a response asks to wait, in ms; `null` if it states no time.
 * @param {Headers} headers
 * @param {number} [now]
 */
export function readRetryAfter(headers, now = Date.now()) {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Other texts, such as '-5', can be dates for Date.parse.
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
