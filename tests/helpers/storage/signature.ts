import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The keys that the tests' store accepts. */
export const KEYS = { accessKeyId: 'cutroom-tests', secretAccessKey: 'a-secret-that-only-tests-use' };

/** The largest difference of the clocks of a request and the store, in ms. */
const MAX_SKEW_MS = 15 * 60_000;
const ALGORITHM = 'AWS4-HMAC-SHA256';

interface Sent {
  method: string;
  /** The path and query, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Verifies a signature of version 4 in a request's header or query, as S3's documentation describes it.
 * @param nowMs the store's clock, in Unix ms
 * @returns the code of S3's error; `null` if the request is permitted
 */
export function verifySignature(sent: Sent, nowMs: number): string | null {
  const [path = '', queryText = ''] = sent.url.split('?');
  const query = new URLSearchParams(queryText);
  const inQuery = query.get('X-Amz-Algorithm') === ALGORITHM;
  const parts = inQuery ? Object.fromEntries(query) : partsOf(sent.headers.authorization ?? '');
  if (!parts) return 'AccessDenied';
  const credential = (parts['X-Amz-Credential'] ?? '').split('/');
  const [accessKeyId, day = '', region = '', service = ''] = credential;
  if (accessKeyId !== KEYS.accessKeyId) return 'InvalidAccessKeyId';
  const date = inQuery ? (parts['X-Amz-Date'] ?? '') : String(sent.headers['x-amz-date']);
  const signedMs = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const expiresS = Number(parts['X-Amz-Expires']);
  if (inQuery && !(nowMs <= signedMs + expiresS * 1000 && signedMs - nowMs < MAX_SKEW_MS))
    return 'AccessDenied';
  if (!inQuery && !(Math.abs(nowMs - signedMs) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed';
  const claimed = inQuery ? 'UNSIGNED-PAYLOAD' : String(sent.headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(claimed) && claimed !== sha256(sent.body)) return 'XAmzContentSHA256Mismatch';
  const signedHeaders = parts['X-Amz-SignedHeaders'] ?? '';
  const names = signedHeaders.split(';');
  if (!names.includes('host')) return 'AccessDenied';
  const canonical = [
    sent.method,
    path,
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(sent.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    claimed,
  ].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const text = [ALGORITHM, date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${KEYS.secretAccessKey}`);
  const expected = Buffer.from(hmac(key, text).toString('hex'));
  const received = Buffer.from(parts['X-Amz-Signature'] ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected)
    ? null
    : 'SignatureDoesNotMatch';
}

/** Returns the parts of an Authorization header under their names in a query. */
function partsOf(header: string): Record<string, string> | undefined {
  if (!header.startsWith(`${ALGORITHM} `)) return undefined;
  const parts = header.slice(ALGORITHM.length).split(',');
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', value = ''] = part.trim().split('=');
      return [`X-Amz-${name}`, value];
    }),
  );
}

function canonicalQuery(query: URLSearchParams): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
