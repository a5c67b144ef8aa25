import type { Config } from '../config/config.ts';
import type { Logger } from '../lib/logger.ts';
import type { Tracing } from './tracing.ts';

const OFF: Tracing = {
  recordRequest: () => {},
  recordRun: () => {},
  recordFilm: () => {},
  traceStep: (_step, work) => work(),
  close: async () => {},
};

/** Loads OpenTelemetry only if a collector is configured: it would double the time of a start. */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>, log: Logger): Promise<Tracing> {
  if (!tracing) return OFF;
  const { openOtlpTracing } = await import('./otlp-tracing.ts');
  return openOtlpTracing(tracing, log);
}
