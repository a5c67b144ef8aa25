import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { createGuard, type Guard, type OutsideResponse } from '../guard/guard.ts';
import { StepError } from '../lib/errors.ts';
import { retryAfterMs } from '../lib/retry-after.ts';
import { SourceError } from './source-error.ts';

const MAX_BYTES = 16 * 2 ** 20;
/** The pause after a source reported too many requests without a time, in ms. */
const RATE_PAUSE_MS = 60_000;
const QUOTA_PAUSE_MS = 15 * 60_000;
const MAX_PAUSE_MS = 24 * 3_600_000;

export interface SourceApiOptions {
  /** Its name in messages, e.g. "YouTube". */
  name: string;
  /** The base URL, without a trailing slash. */
  url: string;
  headers?: Record<string, string>;
  /** For an address that a response named, not the operator. By default only the host of `url` is requested. */
  guard?: Guard;
  /** Classifies this source's own errors if their status is not enough. */
  judge?(status: number, body: unknown): 'refused' | 'quota' | undefined;
}

export interface SourceApi {
  /**
   * Sends a GET request and parses its JSON response. `path` follows the source's URL. Redirects stay on its
   * host.
   * @throws SourceError; the signal's reason if aborted
   */
  get<T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T>;
}

/** Returns `host:port` of a URL, as the guard compares them. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/**
 * Creates a client for a source's API. Without a guard of its own it connects only to the one host that the operator
 * configured.
 */
export function createSourceApi({ name, url, headers = {}, judge, ...options }: SourceApiOptions): SourceApi {
  const guard = options.guard ?? createGuard({ ports: [], hosts: [hostOf(url)], aliases: [] });

  async function read(response: OutsideResponse, signal: AbortSignal): Promise<unknown> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of response.body) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw new SourceError('broken', `${name} sent an oversized response.`);
        chunks.push(chunk);
      }
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof SourceError) throw cause;
      throw new SourceError('unreachable', `${name} interrupted its response.`, { cause });
    }
    return parseJson(Buffer.concat(chunks).toString('utf8'));
  }

  function refusal(status: number, answered: IncomingHttpHeaders, body: unknown): SourceError {
    const requestedPause = pauseOf(answered);
    const verdict = judge?.(status, body);
    if (verdict === 'quota' || status === 429) {
      const pauseMs = requestedPause ?? (status === 429 ? RATE_PAUSE_MS : QUOTA_PAUSE_MS);
      return new SourceError('quota', `${name} received too many requests and accepts no searches for now.`, {
        pauseMs,
      });
    }
    if (verdict === 'refused' || status === 401 || status === 403) {
      return new SourceError('refused', `${name} refuses requests of this installation (${status}).`);
    }
    if (status === 404) return new SourceError('missing', `${name} does not have this.`);
    if (status >= 500) {
      return new SourceError('unreachable', `${name} is failing (${status}).`, { pauseMs: requestedPause });
    }
    return new SourceError('broken', `${name} rejected the request (${status}).`);
  }

  return {
    async get(path, schema, signal) {
      const response = await guard
        .get(url + path, { headers: { accept: 'application/json', ...headers }, signal })
        .catch((cause: unknown) => {
          signal.throwIfAborted();
          throw new SourceError('unreachable', `${name} cannot be reached.`, { cause });
        });
      const body = await read(response, signal);
      if (response.status !== 200) throw refusal(response.status, response.headers, body);
      const parsed = schema.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new SourceError('broken', `${name} sent an unreadable response.`, { cause: parsed.error });
    },
  };
}

/** Converts a source's failure to the failure of a step. */
export function stepErrorOf(error: unknown): unknown {
  return error instanceof SourceError
    ? new StepError('unreachable', error.message, { retry: 'often', cause: error, pauseMs: error.pauseMs })
    : error;
}

/**
 * Returns the response to a request about one video; `null` if the source no longer has the video.
 * @throws StepError
 */
export async function findVideo<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SourceError && error.code === 'missing') return null;
    throw stepErrorOf(error);
  }
}

/** Returns Retry-After or X-RateLimit-Reset (a date) as ms from now; `null` without either. */
function pauseOf(headers: IncomingHttpHeaders): number | null {
  const header = headers['retry-after'] ?? headers['x-ratelimit-reset'];
  const ms = typeof header === 'string' ? retryAfterMs(header) : null;
  return ms === null ? null : Math.min(MAX_PAUSE_MS, ms);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
