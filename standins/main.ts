/** The stand-ins for outside services, on one local server to which the API forwards /standins. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMedia } from './media/media.ts';
import type { Mount } from './mount.ts';
import { createOidc } from './oidc/oidc.ts';
import { openSites } from './open-sites.ts';
import { createChannelStandIn } from './youtube/channel.ts';

const port = Number(process.env['PORT'] ?? 0);
const publicUrl = (process.env['PUBLIC_URL'] ?? 'http://localhost:3000').replace(/\/$/, '');
const library = process.env['SAMPLE_LIBRARY_DIR'];
const mounts: Mount[] = [
  createOidc(publicUrl),
  createChannelStandIn(publicUrl),
  ...(await openSites(publicUrl, library)),
  ...(library ? [createMedia(publicUrl, library)] : []),
];

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  if (!mount) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no stand-in at this address.');
    return;
  }
  Promise.resolve(mount.handle(request, response)).catch((error: unknown) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('The stand-in failed.');
  });
});

function stop(): void {
  server.close(() => process.exit(0));
  server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The process that started this one has ended, so this one ends too.
process.once('disconnect', stop);

server.listen(port, process.env['HOST'] ?? '127.0.0.1', () => {
  console.log(`Stand-ins listen on ${(server.address() as AddressInfo).port}`);
  process.send?.('ready');
});
