import type { IncomingMessage, ServerResponse } from 'node:http';

const BODY_LIMIT = 100_000;

/** The whole of a small body. @throws Error when it is none */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_LIMIT) throw new Error('The body is too long.');
  }
  return text;
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** An error as Google's APIs tell of it. */
export function sendError(response: ServerResponse, code: number, reason: string): void {
  const message = `The request failed: ${reason}.`;
  sendJson(response, code, { error: { code, message, errors: [{ domain: 'youtube', reason, message }] } });
}
