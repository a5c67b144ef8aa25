import type { GuardRules } from '../guard/admit.ts';
import type { Environment } from './environment.ts';
import { parseUrl } from '../lib/parse-url.ts';

/** Paths that the stand-ins serve in place of other sites: files, and thumbnails of search results. */
const STAND_IN_MEDIA = ['/standins/media/', '/standins/archive/services/img/'];

/**
 * Where links that users add may lead, and the limits of downloads.
 * @throws Error with a message for the operator
 */
export function linksConfig(e: Environment, publicUrl: string) {
  const ports = e.LINK_PORTS.split(',').map((port) => Number(port.trim()));
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new Error('LINK_PORTS must be port numbers, such as 80,443.');
  }
  // Only local mode connects to this part of our public address directly.
  const standIn = (base: string, path: string) => base.replace(/\/$/, '') + path;
  const { STANDINS_URL: standIns } = e;
  const aliases =
    e.CUTROOM_MODE === 'local' && standIns
      ? STAND_IN_MEDIA.map((path) => ({
          from: standIn(new URL(publicUrl).href, path),
          to: standIn(standIns, path),
        }))
      : [];
  const rules: GuardRules = { ports, hosts: parseHosts('LINK_HOSTS', e.LINK_HOSTS), aliases };
  return {
    rules,
    maxBytes: e.LINK_MAX_BYTES,
    /** For one download, including all attempts. */
    maxMs: e.LINK_MAX_SECONDS * 1000,
    minRate: { bytesPerSecond: e.LINK_MIN_RATE, windowMs: e.LINK_MIN_RATE_SECONDS * 1000 },
    ytDlpPath: e.YT_DLP_PATH,
  };
}

/** Where users' webhooks may lead: the ports of links, and private hosts of their own. */
export function webhooksConfig(e: Environment, { ports }: Pick<GuardRules, 'ports'>) {
  const rules: GuardRules = { ports, hosts: parseHosts('WEBHOOK_HOSTS', e.WEBHOOK_HOSTS), aliases: [] };
  return { rules, httpsOnly: e.CUTROOM_MODE === 'production' };
}

/** Parses `host:port` pairs as the URL class writes them. Without a port, 80 and 443 are allowed. */
function parseHosts(name: string, value: string | undefined): string[] {
  return (value?.split(',') ?? []).flatMap((part) => {
    const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(part.trim()) ?? [];
    const url = host === undefined ? undefined : parseUrl(`http://${host}`);
    if (!url) {
      throw new Error(`${name} must be hosts, such as media.example.com:8080, not "${part.trim()}".`);
    }
    const { hostname } = url;
    return port ? [`${hostname}:${port}`] : [`${hostname}:80`, `${hostname}:443`];
  });
}
