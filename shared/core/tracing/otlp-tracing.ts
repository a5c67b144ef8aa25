import { hostname } from 'node:os';
import type { Attributes, Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing-config.ts';
import { withCallSpans } from '../lib/call-span.ts';
import type { Logger } from '../lib/logger.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Tracing } from './tracing.ts';

/** Spans that wait for the collector. Further ones are dropped. */
const MAX_QUEUE = 4096;
const BATCH = 512;
const SEND_EVERY_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
/** How long a stopping process waits for the collector. */
const FLUSH_WITHIN_MS = 3_000;
/** A scan may run hundreds of programs. Further calls of an attempt are no spans. */
const CALLS_PER_STEP = 100;
/** The successful result of an export in OpenTelemetry's SDK. */
const SUCCESS = 0;

/** @returns a run's trace ID, which has the size of a UUID */
const traceOf = (runId: string) => runId.replaceAll('-', '');
/** The ID of a run's own span follows from the run too, so that every node can name it as a parent. */
const spanOf = (runId: string) => traceOf(runId).slice(0, 16);

/**
 * Sends runs as traces by OTLP over HTTP, in the background. The packages are imported by name at run time,
 * so that the built processes do not load them otherwise.
 */
export async function openOtlpTracing(config: TracingConfig, log: Logger): Promise<Tracing> {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } = api;
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: config.headers,
    timeoutMillis: SEND_WITHIN_MS,
  });
  const random = new sdk.RandomIdGenerator();
  /** The run whose own span is being created. */
  let ofRun: string | undefined;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new sdk.AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => (ofRun === undefined ? random.generateTraceId() : traceOf(ofRun)),
      generateSpanId: () => (ofRun === undefined ? random.generateSpanId() : spanOf(ofRun)),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: withLog(exporter, log),
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('cutroom');

  const contextOf = (runId: string) => ({
    traceId: traceOf(runId),
    spanId: spanOf(runId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
  const under = (runId: string) => trace.setSpanContext(ROOT_CONTEXT, contextOf(runId));
  const markFailed = (span: Span, code: string | undefined) => {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (code !== undefined) span.setAttribute('error.type', code);
  };
  /** Never lets a fault of the library reach the work that is traced. */
  const safely = (record: () => void) => {
    try {
      record();
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'span not recorded');
    } finally {
      ofRun = undefined;
    }
  };

  /** Returns a function that starts spans below this one. */
  function callsOf(span: Span) {
    const parent = trace.setSpan(ROOT_CONTEXT, span);
    let count = 0;
    return (name: string) => {
      if ((count += 1) > CALLS_PER_STEP) return () => {};
      const call = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent);
      return (error?: unknown) => {
        if (error !== undefined) markFailed(call, (error as { code?: string }).code ?? (error as Error).name);
        call.end();
      };
    };
  }

  return {
    recordRequest: ({ id, runId, method, route, status, ms }) =>
      safely(() => {
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'cutroom.request.id': id,
        };
        const now = Date.now();
        const options = { kind: SpanKind.SERVER, startTime: now - ms, attributes };
        const span = tracer.startSpan(`${method} ${route}`, options, under(runId));
        span.end(now);
      }),

    recordRun: ({ id, kind, status, errorCode, createdAt, finishedAt, steps }) =>
      safely(() => {
        const attributes = {
          'cutroom.run.id': id,
          'cutroom.run.kind': kind,
          'cutroom.run.status': status,
          'cutroom.run.steps': steps.total,
          'cutroom.run.steps_reused': steps.reused,
        };
        const startTime = Date.parse(createdAt);
        ofRun = id;
        const span = tracer.startSpan(`run ${kind}`, { startTime, attributes }, ROOT_CONTEXT);
        ofRun = undefined;
        if (status === 'failed') markFailed(span, errorCode ?? undefined);
        span.end(finishedAt === null ? undefined : Date.parse(finishedAt));
      }),

    recordFilm: (processingId, runId) =>
      safely(() => {
        const links = [{ context: contextOf(runId) }];
        tracer.startSpan('start film', { links }, under(processingId)).end();
      }),

    async traceStep({ runId, key, job, tries, losses, queuedAt }, work, outcomeOf) {
      const attributes: Attributes = {
        'cutroom.run.id': runId,
        'cutroom.step.key': key,
        'cutroom.step.attempt': tries,
        'cutroom.step.losses': losses,
        ...(queuedAt && { 'cutroom.step.queued_ms': Date.now() - queuedAt.getTime() }),
      };
      const span = tracer.startSpan(job, { kind: SpanKind.CONSUMER, attributes }, under(runId));
      try {
        const result = await withCallSpans(callsOf(span), work);
        span.setAttributes({ 'cutroom.step.outcome': 'done', 'cutroom.step.reused': result.reused });
        return result;
      } catch (error) {
        const { outcome, code } = outcomeOf(error);
        span.setAttribute('cutroom.step.outcome', outcome);
        if (outcome === 'failed') markFailed(span, code);
        throw error;
      } finally {
        span.end();
      }
    },

    close: () => withTimeout(FLUSH_WITHIN_MS, provider.shutdown()).catch(() => {}),
  };
}

/** Logs once when the collector stops accepting spans, and once when it accepts them again. */
function withLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let fails = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== SUCCESS;
        if (failed && !fails) log.warn({ err: result.error?.message }, 'traces not sent');
        if (!failed && fails) log.info('traces are sent again');
        fails = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
