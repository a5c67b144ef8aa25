// @ts-check
import { createServer } from 'node:net';

/**
 * Whether a port is free to listen on. Browsers may resolve "localhost" to IPv4 or IPv6, so the port must be
 * free on both.
 * @param {number} port
 * @param {string[]} [hosts]
 */
export async function isPortFree(port, hosts = ['127.0.0.1', '::1']) {
  for (const host of new Set(hosts)) {
    if (!(await canListen(port, host))) return false;
  }
  return true;
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      // A machine without IPv6 cannot have a listener on that address.
      resolve('code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code)));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Returns a free port on the loopback address, chosen by the system.
 * @returns {Promise<number>}
 */
export function randomPort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Returns the port to serve on: exactly the requested one, otherwise the first free port from 3000 on.
 * @param {string | undefined} asked
 * @param {(port: number) => Promise<boolean>} isFree
 * @returns {Promise<number>}
 * @throws Error with one sentence for the operator if the port is invalid or none is free
 */
export async function choosePort(asked, isFree) {
  if (asked !== undefined && asked !== '') {
    const port = Number(asked);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`PORT must be a number from 1 to 65535, and it is "${asked}".`);
    }
    if (await isFree(port)) return port;
    throw new Error(`Port ${port} is in use: stop what runs there, or start with another PORT.`);
  }
  for (let port = 3000; port < 3100; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error('No port from 3000 to 3099 is free: start with a PORT of your choice.');
}
