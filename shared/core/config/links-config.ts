import type { GuardRules } from '../guard/admit.ts';
import type { Environment } from './environment.ts';

/** Addresses that the stand-ins serve in place of other sites: files, and the pictures of hits. */
const STAND_IN_MEDIA = ['/standins/media/', '/standins/archive/services/img/'];

/** Where added links may lead, and the limits of fetching. @throws Error for the operator */
export function linksConfig(e: Environment, publicUrl: string) {
  const ports = e.LINK_PORTS.split(',').map((port) => Number(port.trim()));
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new Error('LINK_PORTS must be port numbers, such as 80,443.');
  }
  // Only in local mode, and only that part of our public address, is reached directly.
  const standIn = (base: string, path: string) => base.replace(/\/$/, '') + path;
  const { STANDINS_URL: standIns } = e;
  const aliases =
    e.CUTROOM_MODE === 'local' && standIns
      ? STAND_IN_MEDIA.map((path) => ({
          from: standIn(new URL(publicUrl).href, path),
          to: standIn(standIns, path),
        }))
      : [];
  const rules: GuardRules = { ports, hosts: parseHosts(e.LINK_HOSTS), aliases };
  return {
    rules,
    maxBytes: e.LINK_MAX_BYTES,
    /** For one download, including all tries. */
    maxMs: e.LINK_MAX_SECONDS * 1000,
    minRate: { bytesPerSecond: e.LINK_MIN_RATE, windowMs: e.LINK_MIN_RATE_SECONDS * 1000 },
    ytDlpPath: e.YT_DLP_PATH,
  };
}

/** `host:port` as URL writes hosts; without a port both http's and https' are meant. */
function parseHosts(value: string | undefined): string[] {
  return (value?.split(',') ?? []).flatMap((part) => {
    const [, host, port] = /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(part.trim()) ?? [];
    if (host === undefined || !URL.canParse(`http://${host}`)) {
      throw new Error(`LINK_HOSTS must be hosts, such as media.example.com:8080, not "${part.trim()}".`);
    }
    const { hostname } = new URL(`http://${host}`);
    return port ? [`${hostname}:${port}`] : [`${hostname}:80`, `${hostname}:443`];
  });
}
