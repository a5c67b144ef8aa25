import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { callSpan } from '#core/lib/call-span.ts';
import { retryAfterMs } from '#core/lib/retry-after.ts';
import { EngineFailedError, EngineUnavailableError } from './run-engine.ts';

/** A server that the operator configured, and its name in messages. */
export interface EngineServer {
  /** E.g. "LibreTranslate". */
  name: string;
  /** The base URL, without a trailing slash. */
  url: string;
  /** Removed from the server's own text before that is added to a message. */
  apiKey?: string | undefined;
  /** The variables to check if it refuses requests, e.g. "CHAT_URL and CHAT_MODEL". */
  settings: string;
}

export interface EngineRequest {
  /** Appended to the server's URL, e.g. "/chat/completions". */
  path: string;
  headers?: Record<string, string>;
  /** Sent as a form or as JSON. Without a body, the request is a GET. */
  body?: FormData | object;
  signal?: AbortSignal | undefined;
  /** How long the server may be silent, in ms. */
  idleMs?: number;
  /** The maximum number of attempts. */
  tries?: number;
}

const IDLE_MS = 60_000;
const TRIES = 3;
/** The pauses before the second and each further attempt in ms, unless the server says how long to wait. */
const BACK_OFF_MS = [300, 1200];
/** If a server asks for a longer pause, the whole step is retried later. */
const MAX_PAUSE_MS = 30_000;
/** How long a server may take to show that it is available, in ms. */
const PROBE_MS = 5000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The maximum number of characters of a server's own text in a message. */
const MAX_SAID = 200;

/** A failed attempt. */
interface Fault {
  error: EngineUnavailableError | EngineFailedError;
  /** `null` without a response. */
  status: number | null;
  /** The pause before the next attempt, in ms; `null` if another attempt would not help. */
  pauseMs: number | null;
}

/**
 * Calls a server, with retries if they may help (no connection, 429, 5xx). Redirects are refused: they would
 * send the key and the texts elsewhere.
 * @returns the body of a 2xx response
 * @throws the signal's reason if aborted; EngineUnavailableError (unreachable, refusing the key, overloaded,
 * broken); EngineFailedError (this request was refused). No message contains the key
 */
export async function callServer(server: EngineServer, request: EngineRequest): Promise<Buffer> {
  const tries = request.tries ?? TRIES;
  for (let count = 1; ; count += 1) {
    const backOffMs = BACK_OFF_MS[Math.min(count, BACK_OFF_MS.length) - 1]!;
    const outcome = await callSpan(server.name, () => ask(server, request, backOffMs));
    if (Buffer.isBuffer(outcome)) return outcome;
    if (outcome.pauseMs === null || count >= tries) throw outcome.error;
    await wait(outcome.pauseMs, undefined, { signal: request.signal }).catch(() => undefined);
    request.signal?.throwIfAborted();
  }
}

/**
 * Calls a server and parses its JSON response.
 * @throws as callServer; EngineFailedError if the response violates the schema
 */
export async function callJson<T>(
  server: EngineServer,
  request: EngineRequest,
  schema: z.ZodType<T>,
): Promise<T> {
  const body = await callServer(server, request);
  const parsed = schema.safeParse(parseJson(body.toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new EngineFailedError(
    `${server.name} sent a response that violates its protocol: check ${server.settings}.`,
  );
}

/**
 * Checks once whether a server is available and accepts the key. Endpoints for this are optional in most
 * protocols, and keys may be restricted, so only clear refusals count.
 * @returns a sentence about the fault, or `null`
 */
export async function findServerProblem(
  server: EngineServer,
  request: EngineRequest,
): Promise<string | null> {
  const outcome = await ask(server, { idleMs: PROBE_MS, ...request }, 0);
  if (Buffer.isBuffer(outcome)) return null;
  const { status, error } = outcome;
  const refused = status === 401 && !/permission/i.test(error.message);
  return status === null || status >= 500 || refused ? error.message : null;
}

/** Returns the header of a key, if there is one. */
export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/**
 * Returns an engine's version for artifact keys: our own, the settings (such as a model), and a short hash
 * that also covers the server.
 */
export function serverVersion(ourVersion: number, server: EngineServer, ...chosen: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([server.url, ...chosen]));
  const names = chosen.map((name) => name.replace(/[^\w.]+/g, '-'));
  return [ourVersion, ...names, hash.digest('hex').slice(0, 8)].join('-');
}

/** Returns the parsed JSON, or `null` if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function ask(server: EngineServer, request: EngineRequest, backOffMs: number): Promise<Buffer | Fault> {
  const { path, body, signal, idleMs = IDLE_MS } = request;
  signal?.throwIfAborted();
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), idleMs);
  const isForm = body instanceof FormData;
  let response: Response | null = null;
  try {
    response = await fetch(`${server.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...request.headers },
      body: body ? (isForm ? body : JSON.stringify(body)) : null,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    const answer = await readAll(response, () => timer.refresh());
    if (answer === null) return tooLong(server, response.status);
    return response.ok ? answer : refusal(server, response, answer.toString('utf8'), backOffMs);
  } catch (cause) {
    signal?.throwIfAborted();
    // The message of fetch may contain the headers, including the key, so only its code is used.
    const code = ((cause as Error).cause as { code?: string } | undefined)?.code ?? 'no connection';
    const { name, settings } = server;
    if (silence.signal.aborted) return unanswered(`${name} did not respond for ${idleMs / 1000} s.`, null);
    return response
      ? unanswered(`${name} closed the connection during its response.`, backOffMs)
      : unanswered(`${name} cannot be reached (${code}): check ${settings}.`, backOffMs);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the whole body. Returns `null` if it is longer than any engine's response. */
async function readAll(response: Response, onChunk: () => void): Promise<Buffer | null> {
  onChunk();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    onChunk();
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unanswered(message: string, pauseMs: number | null): Fault {
  return { error: new EngineUnavailableError(message), status: null, pauseMs };
}

function tooLong({ name }: EngineServer, status: number): Fault {
  return { error: new EngineFailedError(`${name} sent an oversized response.`), status, pauseMs: null };
}

function refusal(server: EngineServer, response: Response, body: string, backOffMs: number): Fault {
  const { status } = response;
  const { name, settings } = server;
  const details = `(${status}${whatItSaid(body, server.apiKey)})`;
  const fault = (error: Fault['error'], pauseMs: number | null = null): Fault => ({ error, status, pauseMs });
  const unavailable = (message: string) => new EngineUnavailableError(message);
  if (status < 400) return fault(unavailable(`${name} redirects elsewhere (${status}): check ${settings}.`));
  if (status === 401 || status === 403)
    return fault(unavailable(`${name} refuses our requests ${details}: check ${settings}.`));
  if (status === 404)
    return fault(unavailable(`${name} does not know this request ${details}: check ${settings}.`));
  if (status !== 429 && status < 500)
    return fault(new EngineFailedError(`${name} refused the request ${details}.`));
  const pauseMs = retryAfterMs(response.headers.get('retry-after')) ?? backOffMs;
  const problem = status === 429 ? 'has had too many requests' : 'is failing';
  return fault(unavailable(`${name} ${problem} ${details}.`), pauseMs <= MAX_PAUSE_MS ? pauseMs : null);
}

/** Extracts the reason from common error bodies ({error}, {error: {message}}, {detail}, …), for a message. */
function whatItSaid(body: string, apiKey: string | undefined): string {
  const answer = parseJson(body) as { error?: unknown; detail?: unknown } | null;
  const reason = answer?.error ?? answer?.detail ?? answer;
  const message = typeof reason === 'string' ? reason : (reason as { message?: unknown } | null)?.message;
  const text = (typeof message === 'string' ? message : body)
    .replaceAll(apiKey || '\0', '[key]')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return text === '' ? '' : `, "${text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text}"`;
}
