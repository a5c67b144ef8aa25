import type { ServerResponse } from 'node:http';

/** Sends a response as JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}

/**
 * Parses an integer of a query and limits it to a range. Returns the fallback if it is missing, and `null` if
 * it is invalid.
 */
export function numberOf(value: string | null, fallback: number, min: number, max: number): number | null {
  if (value === null) return fallback;
  const number = Number(value);
  return Number.isInteger(number) && number >= min && number <= max ? number : null;
}
