import { startFakeServer } from '../outside/fake-server.ts';

/** The limits with which real servers are often configured. */
const CHAR_LIMIT = 2000;
const BATCH_LIMIT = 32;

/** Implements LibreTranslate's protocol. "Translates" by prefixing each text with the language. */
export async function startLibreTranslate({
  apiKey,
  codes = ['en', 'hi', 'bn'],
}: {
  apiKey?: string;
  codes?: string[];
}) {
  const refuse = (status: number, error: string) => ({ status, body: { error } });
  return startFakeServer(({ method, path, headers, body }) => {
    if (method === 'GET' && path === '/languages') {
      return { body: codes.map((code) => ({ code, name: code, targets: codes })) };
    }
    if (method !== 'POST' || path !== '/translate') return refuse(404, 'Not found');
    if (headers['content-type'] !== 'application/json')
      return refuse(400, 'Invalid request: missing q parameter');
    const { q, source, target, format, api_key: key } = JSON.parse(body.toString());
    if (key !== apiKey) return refuse(403, `Invalid API key: ${key}`);
    if (!Array.isArray(q) || q.length === 0) return refuse(400, 'Invalid request: missing q parameter');
    if (format !== 'text') return refuse(400, `${format} format is not supported`);
    const chars = q.join('').length;
    for (const [size, limit] of [
      [q.length, BATCH_LIMIT],
      [chars, CHAR_LIMIT],
    ] as const) {
      if (size > limit)
        return refuse(400, `Invalid request: request (${size}) exceeds text limit (${limit})`);
    }
    const unknown = [source, target].find((code) => !codes.includes(code));
    if (unknown) return refuse(400, `${unknown} is not supported`);
    return { body: { translatedText: q.map((text) => `«${target}» ${text}`) } };
  });
}
