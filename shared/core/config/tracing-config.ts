import type { Environment } from './environment.ts';

/** Where traces are sent by OTLP over HTTP. */
export interface TracingConfig {
  /** The collector's base URL. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
}

/** Returns where traces are sent; `null` if no collector is configured. @throws Error about the headers */
export function tracingConfig(e: Environment): TracingConfig | null {
  if (e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: Object.fromEntries(
      (e.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter(Boolean).map(headerOf),
    ),
    serviceName: e.OTEL_SERVICE_NAME,
  };
}

/** Parses "name=value"; the value is percent-encoded. */
function headerOf(pair: string): [name: string, value: string] {
  const [, name, encoded = ''] = /^([\w-]+)=(.*)$/.exec(pair) ?? [];
  const value = decode(encoded);
  if (name !== undefined && value !== null && /^[\x20-\x7e]*$/.test(value)) return [name, value];
  throw new Error(
    'OTEL_EXPORTER_OTLP_HEADERS must be headers such as authorization=Bearer%20token,tenant=films.',
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
