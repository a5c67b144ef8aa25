import { resolve } from 'node:path';
import { z } from 'zod';
import { QUEUES } from '#contract/jobs/job.ts';

const optional = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const integer = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback);
/** How the secret of docker-compose.yml begins, which everybody can read. */
const LOCAL_SECRET = 'only-for-local-use';
const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};

const environmentSchema = z.object({
  CUTROOM_MODE: z.enum(['local', 'production']).default('local'),
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]+$/)
    .default('cutroom'),
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(3000),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('.cutroom'),
  SECRET: z.string().min(32),
  LIBRARY_DIR: optional,
  SAMPLE_LIBRARY_DIR: optional,
  STANDINS_URL: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  WORKER_QUEUES: optional,
  WORKER_CONCURRENCY: integer(2, 1),
  WHISPER_MODEL: optional,
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  WELCOME_CREDITS: integer(3),
  MAX_TOTAL_SECONDS: integer(14_400, 1),
  RECONCILE_INTERVAL_MS: integer(30_000, 50),
  JOB_LOCK_MS: integer(60_000, 500),
  JOB_STALLED_INTERVAL_MS: integer(15_000, 250),
});

export type Config = ReturnType<typeof parseConfig>;

/**
 * Parses the environment once, at boot; nothing else reads process.env.
 * @throws Error with one line per wrong or missing variable.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const parsed = environmentSchema.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n  ${lines.join('\n  ')}`);
  }
  const e = parsed.data;
  if (e.CUTROOM_MODE === 'production' && (e.SECRET.startsWith(LOCAL_SECRET) || new Set(e.SECRET).size < 10)) {
    throw new Error('CUTROOM_MODE=production needs a SECRET of its own: 32 random characters or more.');
  }
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '');
  const dataDir = resolve(e.DATA_DIR);
  return {
    mode: e.CUTROOM_MODE,
    databaseUrl: e.DATABASE_URL,
    redisUrl: e.REDIS_URL,
    /** Before every key and channel in Redis, so that installations can share one. */
    redisPrefix: e.REDIS_PREFIX,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    dataDir,
    objectsDir: resolve(dataDir, 'objects'),
    tempDir: resolve(dataDir, 'tmp'),
    secret: e.SECRET,
    /** Folders whose videos the source "library" finds, searched into their subfolders. */
    libraryDirs: [e.LIBRARY_DIR, e.SAMPLE_LIBRARY_DIR]
      .filter((dir) => dir !== undefined)
      .map((dir) => resolve(dir)),
    standinsUrl: e.STANDINS_URL?.replace(/\/$/, ''),
    oidc: oidcConfig(e, publicUrl),
    worker: {
      queues: parseQueues(e.WORKER_QUEUES),
      concurrency: e.WORKER_CONCURRENCY,
      lockMs: e.JOB_LOCK_MS,
      stalledIntervalMs: e.JOB_STALLED_INTERVAL_MS,
    },
    whisperModel: e.WHISPER_MODEL,
    ffmpegPath: e.FFMPEG_PATH,
    ffprobePath: e.FFPROBE_PATH,
    logLevel: e.LOG_LEVEL,
    welcomeCredits: e.WELCOME_CREDITS,
    maxTotalMs: e.MAX_TOTAL_SECONDS * 1000,
    reconcileIntervalMs: e.RECONCILE_INTERVAL_MS,
  };
}

function oidcConfig(e: z.infer<typeof environmentSchema>, publicUrl: string) {
  if (e.GOOGLE_CLIENT_ID && e.GOOGLE_CLIENT_SECRET) {
    return { standIn: false, clientId: e.GOOGLE_CLIENT_ID, clientSecret: e.GOOGLE_CLIENT_SECRET, ...GOOGLE };
  }
  if (e.CUTROOM_MODE === 'production') {
    throw new Error(
      'CUTROOM_MODE=production needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: it refuses stand-ins.',
    );
  }
  // The browser reaches the stand-in through our own origin; we reach it directly.
  const path = '/standins/oidc';
  const direct = `${e.STANDINS_URL?.replace(/\/$/, '') ?? publicUrl}${path}`;
  return {
    standIn: true,
    clientId: 'cutroom-local',
    clientSecret: 'cutroom-local-stand-in-secret',
    issuer: `${publicUrl}${path}`,
    authorizeUrl: `${publicUrl}${path}/auth`,
    tokenUrl: `${direct}/token`,
    jwksUrl: `${direct}/jwks`,
  };
}

function parseQueues(value: string | undefined) {
  if (value === undefined) return [...QUEUES];
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !(QUEUES as readonly string[]).includes(name));
  if (wrong.length > 0) {
    throw new Error(
      `WORKER_QUEUES names no queue of ours: ${wrong.join(', ')}. There are: ${QUEUES.join(', ')}.`,
    );
  }
  return QUEUES.filter((name) => names.includes(name));
}
