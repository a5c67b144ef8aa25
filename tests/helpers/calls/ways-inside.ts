import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeEach } from 'vitest';

/**
 * The forbidden and the permitted targets of the guard: an internal port of this machine, and an operator's
 * site that redirects to it. Await it at the top of the file.
 */
export async function openWaysInside() {
  /** The requests that reached the internal port, and their contents. */
  const alarm = { reached: 0, heard: '' };
  const knock = (socket: Socket) => {
    alarm.reached += 1;
    socket.on('data', (data) => (alarm.heard += String(data))).on('error', () => {});
  };
  const canary = net.createServer(knock).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const { port } = canary.address() as AddressInfo;
  const canary6 = net.createServer(knock).listen(port, '::1');
  await once(canary6, 'listening').catch(() => console.log('This machine has no IPv6 loopback.'));

  /** An operator's host that redirects: /to?… to a URL, /hops/3 through three more redirects to a file. */
  const site: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const hops = /^\/hops\/(\d+)$/.exec(url.pathname)?.[1];
    const to =
      url.pathname === '/to'
        ? url.searchParams.get('url')
        : hops && hops !== '0' && `/hops/${Number(hops) - 1}`;
    // Written as bytes, since Node would not write some of these headers.
    if (to)
      response.writeHead(302, {
        location: Buffer.from(to)
          .toString('latin1')
          .replaceAll(/[\0\t]/g, ''),
      });
    if (url.pathname === '/stall') response.write('a part');
    else response.end('a file');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port: sitePort } = site.address() as AddressInfo;
  const siteUrl = `http://127.0.0.1:${sitePort}`;
  const rules = { ports: [80, 443, port], hosts: [`127.0.0.1:${sitePort}`], aliases: [] };
  beforeEach(() => void Object.assign(alarm, { reached: 0, heard: '' }));
  afterAll(() => {
    canary.close();
    canary6.close();
    site.close();
  });
  return { alarm, canary, port, sitePort, siteUrl, rules };
}
