import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFilteringProxy } from '#core/guard/filtering-proxy.ts';
import { createGuard } from '#core/guard/guard.ts';
import { openWaysInside } from '../../helpers/calls/ways-inside.ts';

const { alarm, port, sitePort, siteUrl, rules } = await openWaysInside();
const guard = createGuard(rules);
const signal = () => AbortSignal.timeout(20_000);

describe('the proxy for other programs', () => {
  async function open(maxBytes = 1_000_000) {
    const proxy = await openFilteringProxy(guard, { maxBytes, signal: signal() });
    onTestFinished(proxy.close);
    const { hostname, port: proxyPort, username, password } = new URL(proxy.url);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
      const request = http.request({ hostname, port: proxyPort, method, path, headers });
      request.on('error', () => {});
      request.end();
      return request;
    };
    return {
      /** Returns the status and body of the response to a request for a URL. */
      async get(url: string, headers: Record<string, string> = { 'proxy-authorization': authorization }) {
        const request = await ask('GET', url, headers);
        const [answer] = (await once(request, 'response').catch(() => [null])) as [IncomingMessage | null];
        if (!answer) return 'broken off';
        return [answer.statusCode, await text(answer).catch(() => 'broken off')];
      },
      /** Opens a tunnel. Returns its status and data. */
      async tunnel(host: string) {
        const request = await ask('CONNECT', host, { 'proxy-authorization': authorization });
        const [answer, socket] = (await once(request, 'connect')) as [IncomingMessage, Socket];
        if (answer.statusCode !== 200) return [answer.statusCode, ''];
        socket.write('GET /file HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
        return [200, (await text(socket)).split('\r\n\r\n')[1]];
      },
    };
  }

  it('connects where the guard allows it, and nowhere else', async () => {
    const { get, tunnel } = await open();
    expect(await get(`${siteUrl}/file`)).toEqual([200, 'a file']);
    expect(await tunnel(`127.0.0.1:${sitePort}`)).toEqual([200, expect.stringContaining('a file')]);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254']) {
      expect([host, await get(`http://${host}:${port}/`)]).toEqual([host, [403, '']]);
      expect([host, await tunnel(`${host}:${port}`)]).toEqual([host, [403, '']]);
    }
    expect(alarm.reached).toBe(0);
  });

  it('does not follow redirects itself', async () => {
    const { get } = await open();
    expect(await get(`${siteUrl}/hops/1`)).toEqual([302, 'a file']);
  });

  it('refuses clients without its password', async () => {
    const { get } = await open();
    for (const headers of [{}, { 'proxy-authorization': 'Basic Y3V0cm9vbTp4' }]) {
      expect(await get(`${siteUrl}/file`, headers as Record<string, string>)).toEqual([407, '']);
    }
  });

  it('transfers no more than its limit', async () => {
    const { get } = await open('a file'.length + 2);
    expect(await get(`${siteUrl}/file`)).toEqual([200, 'a file']);
    expect(await get(`${siteUrl}/file`)).toBe('broken off');
  });
});
