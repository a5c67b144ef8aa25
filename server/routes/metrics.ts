import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#core/config/config.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { createMetrics, type NodeStats } from '../services/operation/metrics.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

declare module 'fastify' {
  interface FastifyInstance {
    nodeStats: NodeStats;
  }
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Proxy headers: a request with one of these comes from further away than its socket shows. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a request addresses this machine in a way that no other site's page can: by an IP address, by a
 * name without dots, or by the public one. A page that rebinds its own domain to this machine sends that
 * domain.
 */
function namesThisMachine(host: string | undefined, publicUrl: string): boolean {
  const url = host ? parseUrl(`http://${host}`) : undefined;
  if (!url) return false;
  const { hostname } = url;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return (
    !hostname.includes('.') || hostname.endsWith('.localhost') || hostname === new URL(publicUrl).hostname
  );
}

/**
 * In production, only the token grants access: a proxy that adds no header would make every caller look
 * local.
 */
function mayRead(
  { headers, socket }: FastifyRequest,
  { mode, metricsToken: token, publicUrl }: Pick<Config, 'mode' | 'metricsToken' | 'publicUrl'>,
): boolean {
  const { authorization } = headers;
  if (authorization !== undefined) {
    return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
  }
  if (mode === 'production') return false;
  const address = socket.remoteAddress ?? '';
  const direct = FORWARDING.every((name) => headers[name] === undefined);
  if (!namesThisMachine(headers.host, publicUrl)) return false;
  return direct && PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Metrics for Prometheus. They require METRICS_TOKEN, or a private network in local mode. */
export async function metricsRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const metrics = createMetrics(backend, app.nodeStats);
  const options = { schema: { hide: true }, config: { rate: null }, logLevel: 'warn' } as const;
  app.get('/metrics', options, async (request, reply) => {
    if (!mayRead(request, backend.config)) {
      throw new AppError('forbidden', 'Metrics need METRICS_TOKEN, or a private network in local mode.');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read());
  });
}
