import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { breakOff } from '../videos/faults.ts';
import type { Failure } from './channel-state.ts';

const BODY_LIMIT = 100_000;

/** Reads the whole of a small body. @throws Error if it is too long */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Error('The body is too long.');
  }
  return text;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Sends an error in the format of Google's APIs. */
export function sendError(
  response: ServerResponse,
  code: number,
  reason: string,
  headers?: Record<string, string>,
): void {
  const message = `The request failed: ${reason}.`;
  const error = { code, message, errors: [{ domain: 'youtube', reason, message }] };
  sendJson(response, code, { error }, headers);
}

/**
 * Fails as requested: by an error response, by silence until the client gives up, or by a response that
 * breaks off.
 */
export async function fail(response: ServerResponse, failure: Failure): Promise<void> {
  const { how, status = 500, reason = 'backendError', headers } = failure;
  if (how === 'slow') await once(response, 'close');
  else if (how === 'broken') breakOff(response);
  else sendError(response, status, reason, headers);
}
