import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSite as createArchive } from '../../../standins/sites/archive.ts';
import { createSite as createOpenverse } from '../../../standins/sites/openverse.ts';
import type { Fault } from '../../../standins/videos/faults.ts';
import { atEnd } from '../at-end.ts';

/** The product's URL in browsers, under which stand-ins have their pages. */
export const PUBLIC_URL = 'http://localhost:3000';

/** The stand-ins of the sources of music, on this file's own server. Await it at the top. */
export async function startMusicSites() {
  const mounts = [createOpenverse(PUBLIC_URL, undefined), createArchive(PUBLIC_URL, undefined)];
  const server = createServer((request, response) => {
    const mount = mounts.find(({ prefix }) => request.url!.startsWith(`${prefix}/`))!;
    void mount.handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const control = (site: string) => `${url}/standins/${site}/control`;
  return {
    url,
    /** The next requests of a site whose path contains `of` fail so, or all, or none; clears the records. */
    async fail(site: string, fail: Fault | null, { times, of }: { times?: number; of?: string } = {}) {
      await fetch(control(site), { method: 'POST', body: JSON.stringify({ fail, times, of }) });
    },
    /** The requests since then, without the origin. */
    async calls(site: string): Promise<string[]> {
      return ((await (await fetch(control(site))).json()) as { calls: string[] }).calls;
    },
  };
}
