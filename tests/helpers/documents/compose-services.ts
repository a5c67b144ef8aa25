import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A service of docker-compose.yml. */
export interface ComposeService {
  image: string;
  profiles?: string[];
  networks?: string[];
  volumes?: string[];
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  mem_limit?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  healthcheck?: { test: string[]; timeout: string };
  restart?: string;
}

/**
 * Returns the services as compose reads them with these variables in .env. A service's own variables are
 * added after parsing, so one of them may be empty, and they take precedence over the file's.
 */
export function readServices(dotEnv: Record<string, string> = {}): Record<string, ComposeService> {
  const fill = (_key: unknown, value: unknown) => (typeof value === 'string' ? fillIn(value, dotEnv) : value);
  const read = parse(readFileSync('docker-compose.yml', 'utf8'), fill, { merge: true }) as {
    services: Record<string, ComposeService>;
  };
  for (const service of Object.values(read.services)) {
    if (service.env_file?.some(({ path }) => path === '.env'))
      service.environment = { ...dotEnv, ...service.environment };
  }
  return read.services;
}
/** Fills in `${NAME:-default}` and `${NAME:+replacement}`, the inner ones first, and `$$`. */
function fillIn(text: string, dotEnv: Record<string, string>): string {
  const pattern = /(?<!\$)\$\{(\w+):([-+])([^${}]*)\}/;
  let result = text;
  for (let match = pattern.exec(result); match; match = pattern.exec(result)) {
    const [all, name = '', sign, other = ''] = match;
    const value = dotEnv[name] ?? '';
    result = result.replace(all, () => (sign === '-' ? value || other : value && other));
  }
  return result.replaceAll('$$', () => '$');
}
