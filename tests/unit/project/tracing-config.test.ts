import { expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/';
const tracing = (env: Record<string, string>) => parseConfig({ ...LOCAL, ...env }).tracing;

it('sends no traces until a collector is set', () => {
  expect(tracing({ OTEL_SERVICE_NAME: 'films' })).toBeNull();
});

it('decodes the headers of the requests to a collector', () => {
  const headers = 'authorization=Bearer%20a%3Db,tenant=films';
  expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers })).toEqual({
    endpoint: 'https://collector.example',
    headers: { authorization: 'Bearer a=b', tenant: 'films' },
    serviceName: 'cutroom',
  });
});

it.each(['token', '=token', 'a%20b=c', 'a=%', 'a=b%0d%0ac'])(
  'refuses %j as headers without repeating them',
  (text) => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: text };
    expect(() => tracing(variables)).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS must be headers such as [^]*films\.$/,
    );
  },
);
