import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import net, { isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import type { Destination } from './admit.ts';
import { isPublicAddress } from './public-address.ts';
import { NOT_FROM_HERE, OutsideError } from './outside-error.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}
/** Resolves all addresses of a host. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

export const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * The timeout for each of several addresses, in ms. Node's default of 250 ms is too short for distant hosts.
 */
const ATTEMPT_MS = 2_500;
const NO_ANSWER = 'The site at this address does not respond.';

/**
 * Opens a connection. A host is resolved once, and only its public addresses are tried. The socket's remote
 * address is checked again before a byte is sent.
 * @throws OutsideError; the signal's reason if aborted
 */
export async function dial(
  { host, port, trusted }: Destination,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const addresses = await addressesOf(host, resolve, signal);
  const allowed = trusted ? addresses : addresses.filter(({ address }) => isPublicAddress(address));
  if (allowed.length === 0) throw new OutsideError('refused', NOT_FROM_HERE);
  const socket = net.connect({
    host,
    port,
    lookup: answerWith(allowed),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
  });
  await opened(socket, 'connect', signal);
  if (!trusted && !isPublicAddress(socket.remoteAddress ?? '')) {
    socket.destroy();
    throw new OutsideError('refused', NOT_FROM_HERE);
  }
  return socket;
}

/** Starts TLS on a connection, for the requested host. @throws OutsideError */
export async function secure(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const servername = isIP(host) ? '' : host.replace(/\.$/, '');
  const secured = tls.connect({ socket, host, servername, ALPNProtocols: ['http/1.1'] });
  await opened(secured, 'secureConnect', signal);
  return secured;
}

async function addressesOf(host: string, resolve: Resolve, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const family = isIP(host);
  if (family) return [{ address: host, family }];
  const aborted = once(signal, 'abort').then(() => signal.reason as unknown);
  const answer = await Promise.race([
    resolve(host).catch((cause: unknown) => new OutsideError('refused', NOT_FROM_HERE, cause)),
    aborted,
  ]);
  if (Array.isArray(answer)) return answer as ResolvedAddress[];
  throw answer;
}

/**
 * Returns a lookup that answers with the resolved addresses, so that the name is not resolved a second time.
 */
function answerWith(addresses: ResolvedAddress[]): LookupFunction {
  const first = addresses[0]!;
  return (_host, options, done) => {
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  };
}

async function opened(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  try {
    await once(socket, event, { signal });
  } catch (cause) {
    socket.destroy();
    // A late error has no listener any more.
    socket.on('error', () => {});
    signal.throwIfAborted();
    throw new OutsideError('unreachable', NO_ANSWER, cause);
  }
}
