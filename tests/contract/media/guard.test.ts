import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ResolvedAddress } from '#core/guard/dial.ts';
import { createGuard } from '#core/guard/guard.ts';
import { OutsideError } from '#core/guard/outside-error.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { insideUrls, SPECIAL_RANGES } from '../../helpers/calls/special-addresses.ts';
import { openWaysInside } from '../../helpers/calls/ways-inside.ts';

const PUBLIC = '93.184.215.14';
const { alarm, canary, port, sitePort, siteUrl, rules } = await openWaysInside();

const answers = (...addresses: string[]): ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: net.isIP(address) }));

const guard = createGuard(rules);
const signal = () => AbortSignal.timeout(20_000);
let cases = 0;
afterAll(() => console.log(`${cases} ways inside, none of them led there`));

/** Returns why the guard refuses a request; a redirect counts as another one. */
async function refusal(go: () => Promise<unknown>): Promise<string> {
  cases += 1;
  const error = await go().then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof OutsideError)) return `not refused: ${String(error)}`;
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  return error.reason;
}

/** Records, for each connection, the addresses that its lookup returned. */
function watchSockets(open?: (options: net.NetConnectOpts) => Socket) {
  const lookups: string[][] = [];
  const spy = vi.spyOn(net, 'connect').mockImplementation(((options: net.TcpNetConnectOpts) => {
    options.lookup!('any', { all: true }, (_error, addresses) =>
      lookups.push((addresses as unknown as ResolvedAddress[]).map(({ address }) => address)),
    );
    if (open) return open(options);
    const socket = new net.Socket();
    setImmediate(() => socket.destroy(new Error('Nobody goes outside in a test.')));
    return socket;
  }) as typeof net.connect);
  onTestFinished(() => spy.mockRestore());
  return lookups;
}

const named = (address: string) => (address.includes(':') ? `[${address}]` : address);
const ENDS = SPECIAL_RANGES.map(([name, ...ends]) => [name, [...new Set(ends)]] as const);

describe('no private address is reachable', () => {
  it.each(ENDS)('by an address of %s, or a name that resolves to it', async (_name, ends) => {
    const sockets = watchSockets();
    for (const address of ends) {
      const url = `http://${named(address)}:${port}/`;
      expect(() => guard.admit(url)).toThrow('cannot be reached from here');
      expect([url, await refusal(() => guard.get(url, { signal: signal() }))]).toEqual([url, 'refused']);
      const byName = createGuard(rules, async () => answers(address));
      const outcome = await refusal(() => byName.get(`http://inside.example:${port}/`, { signal: signal() }));
      expect([address, outcome]).toEqual([address, 'refused']);
    }
    expect(sockets).toEqual([]);
  });

  it.each(insideUrls(port))('by %j', async (url) => {
    expect(await refusal(() => guard.get(url, { signal: signal() }))).toBe('refused');
    expect(alarm.reached).toBe(0);
  });

  it.each(insideUrls(port))('by a redirect to %j', async (url) => {
    const by = `${siteUrl}/to?url=${encodeURIComponent(url)}`;
    // A location without a scheme belongs to the site, or is relative to the page.
    const outcome = await refusal(() => guard.get(by, { signal: signal() }));
    expect([outcome, alarm.reached]).toEqual([url.startsWith('http:1') ? 'not refused: null' : 'refused', 0]);
  });

  it('by a chain of redirects that ends there', async () => {
    const last = encodeURIComponent(`http://localhost:${port}/`);
    const middle = encodeURIComponent(`${siteUrl}/to?url=${last}`);
    expect(await refusal(() => guard.get(`${siteUrl}/to?url=${middle}`, { signal: signal() }))).toBe(
      'refused',
    );
    expect(alarm.reached).toBe(0);
  });

  it.each([22, 25, 3000, 5432, 6379, 8080])('by the port %i', async (other) => {
    expect(await refusal(() => guard.get(`http://8.8.8.8:${other}/`, { signal: signal() }))).toBe('refused');
  });

  it.each([
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'gopher://8.8.8.8:80/',
    'data:text/html,x',
    'ws://8.8.8.8/',
  ])('not %s', async (url) => {
    expect(await refusal(() => guard.get(url, { signal: signal() }))).toBe('refused');
  });

  it.each(['http://name@example.com/', 'http://:password@example.com/', `http://x@127.0.0.1:${sitePort}/`])(
    'by %s, which contains a name or a password',
    (url) => {
      expect(() => guard.admit(url)).toThrow('Addresses with a user name or a password are not accepted.');
    },
  );

  it('by another port of a host that the operator configured', async () => {
    expect(await refusal(() => guard.get(`http://127.0.0.1:${port}/`, { signal: signal() }))).toBe('refused');
    expect(alarm.reached).toBe(0);
  });
});

describe('a host name', () => {
  const resolving = (...each: string[][]) => {
    const resolve = vi.fn(async () =>
      answers(...(each[Math.min(resolve.mock.calls.length, each.length) - 1] ?? [])),
    );
    return { resolve, guard: createGuard(rules, resolve) };
  };

  it('is connected to only through its public addresses', async () => {
    const sockets = watchSockets();
    const { guard } = resolving(['127.0.0.1', PUBLIC, '::1', '10.0.0.1']);
    expect(await refusal(() => guard.get(`http://mixed.example:${port}/`, { signal: signal() }))).toBe(
      'unreachable',
    );
    expect(sockets).toEqual([[PUBLIC]]);
  });

  it('is resolved once: a later result does not count', async () => {
    const sockets = watchSockets();
    const { guard, resolve } = resolving([PUBLIC], ['127.0.0.1']);
    expect(await refusal(() => guard.get(`http://flip.example:${port}/`, { signal: signal() }))).toBe(
      'unreachable',
    );
    expect([resolve.mock.calls.length, sockets]).toEqual([1, [[PUBLIC]]]);
    expect(await refusal(() => guard.get(`http://flip.example:${port}/`, { signal: signal() }))).toBe(
      'refused',
    );
    expect([resolve.mock.calls.length, sockets.length]).toEqual([2, 1]);
  });

  it('drops the request when DNS rebinding resolves to a private address', async () => {
    watchSockets(() => new net.Socket().connect(port, '127.0.0.1'));
    const { guard } = resolving([PUBLIC]);
    const accepted = once(canary, 'connection') as Promise<[Socket]>;
    expect(await refusal(() => guard.get(`http://routed.example:${port}/`, { signal: signal() }))).toBe(
      'refused',
    );
    const [socket] = await accepted;
    if (!socket.closed) await once(socket, 'close');
    expect(alarm.heard).toBe('');
  });

  it('gets the same message if it does not exist as if it is private', async () => {
    const lost = createGuard(rules, () => Promise.reject(new Error('ENOTFOUND')));
    const messageOf = (guard: typeof lost) =>
      guard.get('http://name.example/', { signal: signal() }).catch((error: Error) => error.message);
    expect(await messageOf(lost)).toBe(await messageOf(createGuard(rules, async () => answers('10.0.0.1'))));
  });

  it('is given up if it takes too long to resolve', async () => {
    const silent = createGuard(rules, () => new Promise(() => {}));
    const request = silent.get('http://name.example/', { signal: signal(), connectMs: 50 });
    await expect(request).rejects.toThrow('does not respond');
  });
});

describe('allowed requests', () => {
  it('allowed requests follow three redirects, not four', async () => {
    const response = await guard.get(`${siteUrl}/hops/3`, { signal: signal() });
    expect([response.status, response.url.pathname, await text(response.body)]).toEqual([
      200,
      '/hops/0',
      'a file',
    ]);
    await expect(guard.get(`${siteUrl}/hops/4`, { signal: signal() })).rejects.toThrow(
      'redirects too many times',
    );
  });

  it('use no proxy of the environment', async () => {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      vi.stubEnv(name, name.startsWith('NODE') ? '1' : `http://127.0.0.1:${port}`);
    }
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const response = await guard.get(`${siteUrl}/file`, { signal: signal() });
    expect([await text(response.body), alarm.reached]).toEqual(['a file', 0]);
  });

  it('use an alias only for its own prefix', async () => {
    const studio = 'http://studio.example:3000';
    const aliases = [{ from: `${studio}/standins/media/`, to: `${siteUrl}/standins/media/` }];
    const local = createGuard({ ...rules, aliases }, async () => answers('127.0.0.1'));
    const response = await local.get(`${studio}/standins/media/tides.mp4`, { signal: signal() });
    expect(await text(response.body)).toBe('a file');
    for (const path of [
      '/standins/oidc/token',
      '/metrics',
      '/standins/media/../oidc/token',
      '/standins/media',
    ]) {
      expect([path, await refusal(() => local.get(studio + path, { signal: signal() }))]).toEqual([
        path,
        'refused',
      ]);
    }
  });

  it('stop when aborted, in the middle of a response', async () => {
    const abort = new AbortController();
    const response = await guard.get(`${siteUrl}/stall`, { signal: abort.signal });
    abort.abort(new Error('cancelled by the test'));
    await expect(text(response.body)).rejects.toThrow('cancelled by the test');
  });

  it('allowed requests are given up if the site falls silent', async () => {
    // A connection that was opened within that time.
    const response = await vi.waitFor(
      () => guard.get(`${siteUrl}/stall`, { signal: signal(), idleMs: 50 }),
      PATIENT,
    );
    await expect(text(response.body)).rejects.toThrow('did not respond');
  });
});
