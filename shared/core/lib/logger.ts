import { AsyncLocalStorage } from 'node:async_hooks';
import { destination as openDestination, type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Fields whose values are never logged, at the top of a line and one level below. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'id_token',
  'secret',
  'password',
  'apiKey',
  'secretKey',
  'webhookSecret',
  'clientSecret',
  'accessToken',
  'refreshToken',
];
const REDACT = SECRET_FIELDS.flatMap((name) => {
  const field = `["${name}"]`;
  return [field, `*${field}`, `*.headers${field}`];
});

/** What a log line must never contain: names and passwords, queries, share links, keys. */
const SCRUBS: readonly [RegExp, string][] = [
  [/(\b[a-z][a-z+]*:\/\/)[^\s"'/@\\]+@/g, '$1[redacted]@'],
  [/((?:\bhttps?:\/|\/(?:api|auth|media|standins|ws)\b)[^\s"'?\\]*)\?[^\s"'\\]+/g, '$1?[redacted]'],
  [/(\/media\/share\/)[^\s"'/?\\]+/g, '$1[redacted]'],
  [/\b(Bearer )[^\s"'\\]+/gi, '$1[redacted]'],
];

const scrub = (line: string) =>
  SCRUBS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

/** Libraries attach commands, rows and headers to their errors. Only the error's description is logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

const context = new AsyncLocalStorage<Record<string, unknown>>();

/** Adds these fields to every line that is logged during `work`. */
export function withLogFields<T>(fields: Record<string, unknown>, work: () => T): T {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Lines wait for others until they fill this many bytes, or for this many ms. */
const BATCH_BYTES = 4096;
const BATCH_MS = 100;
const WARN = 40;

let stdout: ReturnType<typeof openDestination> | undefined;

/**
 * Stdout of this process, in batches: a write for each request would take a sixth of a small request's CPU
 * time. Batches that still wait are written when the process exits; after SIGKILL they are lost.
 */
function openStdout() {
  if (stdout) return stdout;
  const opened = openDestination({ fd: 1, sync: true, minLength: BATCH_BYTES, periodicFlush: BATCH_MS });
  process.once('exit', () => opened.flushSync());
  stdout = opened;
  return opened;
}

/**
 * Creates a logger that writes JSON lines to the caller's destination, or to stdout: warnings and errors
 * immediately, other lines at most 100 ms later.
 */
export function createLogger(level: string, name: string, destination?: DestinationStream): Logger {
  const batches = destination ? undefined : openStdout();
  return pino(
    {
      level,
      name,
      base: { pid: process.pid },
      redact: { paths: REDACT, censor: '[redacted]' },
      serializers: { err: describeError },
      mixin: () => context.getStore() ?? {},
      mixinMergeStrategy: (line, fields) => ({ ...fields, ...line }),
      hooks: {
        streamWrite: scrub,
        logMethod(args, method, lineLevel) {
          method.apply(this, args);
          if (lineLevel >= WARN) batches?.flush();
        },
      },
    },
    destination ?? batches!,
  );
}
