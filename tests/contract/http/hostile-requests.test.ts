import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { MAX_VIDEOS } from '#contract/projects.ts';
import { createSession } from '#core/repositories/account/sessions.ts';
import { createSigner } from '#core/storage/signing.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { SECONDS_PER_MEGABYTE } from '../../../server/plugins/slow-bodies.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend({ LIMITS_FACTOR: '10000' });
const app = await openTestApp(backend);
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
const MAX_BODY = 1_048_576;
const { id: userId, cookie } = await createUser(backend);
const { projectId, sections } = await createProject(backend, userId);

const send = (method: 'PATCH' | 'POST', url: string, payload: string) =>
  app.inject({ method, url, payload, headers: { cookie, 'content-type': 'application/json' } });

describe('a body', () => {
  const cases: [string, string, number][] = [
    ['of a megabyte and one byte', `{"title":"${'a'.repeat(MAX_BODY - 11)}"}`, 413],
    ['of a megabyte', `{"title":"${'a'.repeat(MAX_BODY - 12)}"}`, 400],
    ['nested 100,000 times', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['of 100,000 fields', `{${Array.from({ length: 60_000 }, (_, i) => `"f${i}":1`).join()}}`, 400],
    ['with a number of 100,000 digits', `{"title":${'9'.repeat(100_000)}}`, 400],
    ['that names a prototype', '{"title":"x","__proto__":{"admin":true}}', 400],
    ['that ends in the middle', '{"title":"x', 400],
    ['that contains a null character', '{"title":"a\\u0000b"}', 400],
    ['that contains half of a surrogate pair', '{"title":"a\\ud800b"}', 200],
  ];
  it.each(cases)('%s gets a response', async (_, payload, status) => {
    const answer = await send('PATCH', `/api/projects/${projectId}`, payload);
    expect(answer.statusCode).toBe(status);
    expect(errorBodySchema.safeParse(answer.json()).success).toBe(status !== 200);
    expect((await app.inject({ url: `/api/projects/${projectId}`, headers: { cookie } })).statusCode).toBe(
      200,
    );
  });

  it('with too long lists is refused with the name of the field', async () => {
    const ids = Array.from({ length: 1001 }, () => sections[0]!.id);
    const lists: [string, 'PATCH' | 'POST', object][] = [
      [`/api/projects/${projectId}/sections/reorder`, 'PATCH', { sectionIds: ids }],
      [`/api/projects/${projectId}/generate`, 'POST', { videos: ids.map((clipid) => ({ clipid })) }],
      [
        '/api/projects/process',
        'POST',
        { videoIds: Array(MAX_VIDEOS + 1).fill('library_x'), projectTitle: 'x' },
      ],
    ];
    for (const [url, method, body] of lists) {
      const answer = await send(method, url, JSON.stringify(body));
      expect([url, answer.statusCode]).toEqual([url, 400]);
    }
  });
});

describe('a request', () => {
  /** Sends raw bytes over a connection of its own. */
  function open(text: string) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.write(text);
    return { status: () => answer.slice(9, 12), closed: once(socket, 'close') };
  }
  async function raw(text: string): Promise<string> {
    const { status, closed } = open(text);
    await closed;
    return status();
  }
  const HEAD = 'Host: localhost\r\nConnection: close\r\n';

  it('that is malformed, too long, or has two lengths is refused, and the next one is answered', async () => {
    const cases: [string, string][] = [
      ['GARBAGE\r\n\r\n', '400'],
      [`GET /healthz HTTP/1.1\r\n${HEAD}X: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
      [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`, '431'],
      [`GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`, '400'],
      [
        `POST /api/projects/process HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        '400',
      ],
      [`POST /api/projects/process HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`, '400'],
      [`GET /%zz HTTP/1.1\r\n${HEAD}\r\n`, '400'],
    ];
    for (const [text, status] of cases)
      expect([text.slice(0, 40), await raw(text)]).toEqual([text.slice(0, 40), status]);
    expect(await raw(`GET /healthz HTTP/1.1\r\n${HEAD}\r\n`)).toBe('200');
  });

  itInFullTier('whose headers arrive too slowly is ended', async () => {
    // Node measures a request's time from its start, and checks it every few seconds.
    const { headersTimeout } = app.server;
    expect(headersTimeout).toBe(20_000);
    app.server.headersTimeout = 1;
    onTestFinished(() => void (app.server.headersTimeout = headersTimeout));
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: loc')).toBe('408');
  });

  const POST = `POST /api/projects/process HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  const SLOW: [string, string, string][] = [
    [
      'whose body arrives too slowly gets a 408 and is ended',
      `${POST}Cookie: ${cookie}\r\nContent-Length: 1000\r\n\r\n{`,
      '408',
    ],
    [
      'whose chunks arrive too slowly gets a 408 and is ended',
      `${POST}Cookie: ${cookie}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      '408',
    ],
    ['that was refused but continues to send is cut off', `${POST}Content-Length: 1000\r\n\r\n{`, '401'],
  ];
  it.each(SLOW)('%s', async (_, text, expected) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const arrived = once(app.server, 'request') as Promise<[IncomingMessage]>;
    const { status, closed } = open(text);
    const [request] = await arrived;
    // The request is being read or was already refused.
    await vi.waitUntil(() => request.listenerCount('error') > 0 || status() !== '', PATIENT);
    const [end] = timers.mock.calls.find(([, ms]) => ms === SECONDS_PER_MEGABYTE * 1000)!;
    timers.mockRestore();
    end();
    await closed;
    expect(status()).toBe(expected);
  });

  it('with a file may take longer', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const sent = raw(
      `PUT /media/uploads/${randomUUID()}?e=1&s=x HTTP/1.1\r\n${HEAD}Content-Length: 1\r\n\r\nx`,
    );
    expect(await sent).toBe('403');
    expect(timers.mock.calls.filter(([, ms]) => ms === SECONDS_PER_MEGABYTE * 1000)).toEqual([]);
    timers.mockRestore();
  });
});

describe("a film's link", () => {
  it('opens nothing if any character is changed or added, or the link is of another film', async () => {
    const bytes = randomBytes(1000);
    await addFilm(backend, { userId, projectId, bytes });
    const key = createHash('sha256').update(bytes).digest('hex');
    const { id: sessionId } = await createSession(backend.db, userId);
    const signer = createSigner(backend.config.secret).of(sessionId);
    const file = { artifactKey: key, file: 'film.mp4', name: 'film.mp4' };
    const link = signer.sign({ id: projectId, linksVersion: 0 }, file, 60);
    expect((await app.inject(link)).statusCode).toBe(200);
    const from = link.indexOf('?') + 1;
    let tried = 0;
    for (let i = from; i < link.length; i += 1) {
      const changed = `${link.slice(0, i)}${link[i] === 'b' ? 'c' : 'b'}${link.slice(i + 1)}`;
      const answer = await app.inject(changed);
      expect([changed, answer.statusCode]).toEqual([
        changed,
        expect.toSatisfy((status) => status === 403 || status === 400),
      ]);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(120);
    // Four different last letters encode the same bytes; only the original one is accepted.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const letter of letters.replace(link.at(-1)!, '')) {
      expect((await app.inject(link.slice(0, -1) + letter)).statusCode).toBe(403);
    }
    for (const extra of ['&e=4000000000', '&k=x', '&s='])
      expect((await app.inject(link + extra)).statusCode).not.toBe(200);
    expect((await app.inject({ method: 'PUT', url: link })).statusCode).toBe(404);
  });
});
