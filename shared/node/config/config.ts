import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { QUEUES } from '#contract/jobs/job.ts';
import { MAX_CHANNEL_UPLOAD_BYTES, MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { channelConfig } from './channel-config.ts';
import { linksConfig } from './links-config.ts';
import { sourcesConfig } from './sources-config.ts';

const optional = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const url = z
  .url({ protocol: /^https?$/, error: 'must be an address with http: or https:' })
  .refine((value) => !/\/\/[^/]*@/.test(value), 'must not hold a name or password')
  .transform((value) => value.replace(/\/+$/, ''));
/** An address of a server, without a slash at its end; an empty one counts as not set. */
const optionalUrl = optional.pipe(url.optional());
/** What may stand in a header. */
const optionalKey = optional.refine(
  (value) => value === undefined || /^[\x21-\x7e]+$/.test(value),
  'must be characters of ASCII without spaces',
);
const named = (fallback: string) => optional.transform((value) => value ?? fallback);
const integer = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback);
/** How the secret of docker-compose.yml begins, which everybody can read. */
const LOCAL_SECRET = 'only-for-local-use';
/** What docker-compose.yml calls its database and Redis by, unless it is told another. */
const LOCAL_PASSWORD = ':cutroom-local@';
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
  TRUST_PROXY: optional,
  DATA_DIR: z.string().default('.cutroom'),
  SECRET: z.string().min(32),
  LIBRARY_DIR: optional,
  SAMPLE_LIBRARY_DIR: optional,
  STANDINS_URL: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  YOUTUBE_CLIENT_ID: optional,
  YOUTUBE_CLIENT_SECRET: optional,
  CHANNEL_UPLOAD_MAX_BYTES: integer(MAX_CHANNEL_UPLOAD_BYTES, 1),
  SMTP_URL: optional.pipe(
    z.url({ protocol: /^smtps?$/, error: 'must be an address with smtp: or smtps:' }).optional(),
  ),
  MAIL_FROM: optional,
  STRIPE_SECRET_KEY: optionalKey,
  STRIPE_WEBHOOK_SECRET: optionalKey,
  STRIPE_API_URL: optionalUrl,
  WORKER_QUEUES: optional,
  WORKER_CONCURRENCY: integer(2, 1),
  WHISPER_MODEL: optional,
  TRANSCRIBE_URL: optionalUrl,
  TRANSCRIBE_API_KEY: optionalKey,
  TRANSCRIBE_MODEL: named('whisper-1'),
  ELEVENLABS_API_KEY: optionalKey,
  ELEVENLABS_URL: optionalUrl.transform((value) => value ?? 'https://api.elevenlabs.io'),
  ELEVENLABS_VOICE_MALE: named('JBFqnCBsd6RMkjVDRZzb'),
  ELEVENLABS_VOICE_FEMALE: named('EXAVITQu4vr4xnSDxMaL'),
  SPEECH_URL: optionalUrl,
  SPEECH_API_KEY: optionalKey,
  SPEECH_MODEL: named('tts-1'),
  SPEECH_VOICE_MALE: named('onyx'),
  SPEECH_VOICE_FEMALE: named('nova'),
  LIBRETRANSLATE_URL: optionalUrl,
  LIBRETRANSLATE_API_KEY: optionalKey,
  CHAT_URL: optionalUrl,
  CHAT_API_KEY: optionalKey,
  CHAT_MODEL: optional,
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
  FFMPEG_STALL_MS: integer(60_000, 500),
  LINK_PORTS: named('80,443'),
  LINK_HOSTS: optional,
  LINK_MAX_BYTES: integer(4 * 2 ** 30, 1),
  LINK_MAX_SECONDS: integer(3600, 1),
  YT_DLP_PATH: named('yt-dlp'),
  YOUTUBE_API_KEY: optionalKey,
  YOUTUBE_API_URL: optionalUrl,
  VIMEO_ACCESS_TOKEN: optionalKey,
  VIMEO_API_URL: optionalUrl,
  ARCHIVE: z.enum(['on', 'off']).optional(),
  ARCHIVE_API_URL: optionalUrl,
  SEARCH_STANDINS: z.enum(['on', 'off']).default('on'),
  SEARCH_TIMEOUT_MS: integer(8_000, 1),
  METRICS_TOKEN: optionalKey.refine(
    (value) => value === undefined || value.length >= 16,
    'must be 16 characters or more',
  ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  WELCOME_CREDITS: integer(3),
  RUNS_PER_USER: integer(5, 1),
  LIMITS_FACTOR: z.coerce.number().positive().default(1),
  UPLOAD_BYTES_PER_HOUR: integer(5 * 2 ** 30, MAX_UPLOAD_BYTES),
  MAX_TOTAL_SECONDS: integer(14_400, 1),
  RECONCILE_INTERVAL_MS: integer(30_000, 50),
  CACHE_MAX_BYTES: integer(0),
  CACHE_MAX_DAYS: integer(30),
  SOURCES_MAX_DAYS: integer(30),
  UPLOADS_MAX_DAYS: integer(7),
  JOB_LOCK_MS: integer(60_000, 500),
  JOB_STALLED_INTERVAL_MS: integer(15_000, 250),
});

export type Config = ReturnType<typeof parseConfig>;

/**
 * Parses the environment once, at boot; nothing else reads process.env.
 * @throws Error with one line per wrong or missing variable.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  // Compose hands on what is not set as an empty value.
  const filled = Object.entries(env).filter(([, value]) => value?.trim() !== '');
  const parsed = environmentSchema.safeParse(Object.fromEntries(filled));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n  ${lines.join('\n  ')}`);
  }
  const e = parsed.data;
  if (e.CUTROOM_MODE === 'production') refuseKnownSecrets(e);
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
    /** The proxies whose X-Forwarded-For is believed; false for none. */
    trustProxy: parseProxies(e.TRUST_PROXY),
    dataDir,
    objectsDir: resolve(dataDir, 'objects'),
    tempDir: resolve(dataDir, 'tmp'),
    /** What came of uploads that may be gone on with. */
    partialDir: resolve(dataDir, 'partial'),
    secret: e.SECRET,
    /** Folders whose videos the source "library" finds, searched into their subfolders. */
    libraryDirs: [e.LIBRARY_DIR, e.SAMPLE_LIBRARY_DIR]
      .filter((dir) => dir !== undefined)
      .map((dir) => resolve(dir)),
    /** The one of them that is made on this machine. */
    sampleLibraryDir: e.SAMPLE_LIBRARY_DIR && resolve(e.SAMPLE_LIBRARY_DIR),
    standinsUrl: e.STANDINS_URL?.replace(/\/$/, ''),
    oidc: oidcConfig(e, publicUrl),
    channel: channelConfig(e, publicUrl),
    /** The largest file that may be sent to a channel. */
    channelUploadMaxBytes: e.CHANNEL_UPLOAD_MAX_BYTES,
    payments: paymentsConfig(e),
    mail: mailConfig(e),
    worker: {
      queues: parseQueues(e.WORKER_QUEUES),
      concurrency: e.WORKER_CONCURRENCY,
      lockMs: e.JOB_LOCK_MS,
      stalledIntervalMs: e.JOB_STALLED_INTERVAL_MS,
    },
    whisperModel: e.WHISPER_MODEL,
    engines: enginesConfig(e),
    ffmpegPath: e.FFMPEG_PATH,
    ffprobePath: e.FFPROBE_PATH,
    ffmpegStallMs: e.FFMPEG_STALL_MS,
    links: linksConfig(e, publicUrl),
    sources: sourcesConfig(e, publicUrl),
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    welcomeCredits: e.WELCOME_CREDITS,
    /** How many runs of one user are under way at once; further ones wait. */
    runsPerUser: e.RUNS_PER_USER,
    /** What the limits on requests and connections of one user or address are multiplied by. */
    limitsFactor: e.LIMITS_FACTOR,
    /** How many bytes of files one user may send in an hour. */
    uploadBytesPerHour: e.UPLOAD_BYTES_PER_HOUR,
    maxTotalMs: e.MAX_TOTAL_SECONDS * 1000,
    reconcileIntervalMs: e.RECONCILE_INTERVAL_MS,
    /** How much is kept of what nothing needs, and for how long; 0 is no limit. */
    retention: {
      cacheMaxBytes: e.CACHE_MAX_BYTES,
      cacheMaxDays: e.CACHE_MAX_DAYS,
      sourcesMaxDays: e.SOURCES_MAX_DAYS,
      uploadsMaxDays: e.UPLOADS_MAX_DAYS,
    },
  };
}

/** @throws Error in production, when a secret is one that everybody can read or guess. */
function refuseKnownSecrets(e: z.infer<typeof environmentSchema>): void {
  if (e.SECRET.startsWith(LOCAL_SECRET) || new Set(e.SECRET).size < 10 || isRepeated(e.SECRET)) {
    throw new Error('CUTROOM_MODE=production needs a SECRET of its own: 32 random characters or more.');
  }
  if ([e.DATABASE_URL, e.REDIS_URL].some((address) => address.includes(LOCAL_PASSWORD))) {
    throw new Error('CUTROOM_MODE=production needs a POSTGRES_PASSWORD and a REDIS_PASSWORD of its own.');
  }
}

/** Whether a text is a shorter one again and again. */
const isRepeated = (text: string) =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, i) => i + 1).some(
    (length) => text.slice(length) === text.slice(0, -length),
  );

/** Servers that hear, speak, translate and write titles; those without their variable are not used. */
function enginesConfig(e: z.infer<typeof environmentSchema>) {
  const useless = (['TRANSCRIBE', 'SPEECH', 'LIBRETRANSLATE', 'CHAT'] as const).filter(
    (name) => e[`${name}_API_KEY`] && !e[`${name}_URL`],
  );
  if (useless.length > 0) {
    throw new Error(
      `${useless[0]}_API_KEY is of no use without ${useless[0]}_URL, the server that it is for.`,
    );
  }
  return {
    transcription: given(e.TRANSCRIBE_URL, (url) => ({
      url,
      apiKey: e.TRANSCRIBE_API_KEY,
      model: e.TRANSCRIBE_MODEL,
    })),
    elevenLabs: given(e.ELEVENLABS_API_KEY, (apiKey) => ({
      url: e.ELEVENLABS_URL,
      apiKey,
      voices: { male: e.ELEVENLABS_VOICE_MALE, female: e.ELEVENLABS_VOICE_FEMALE },
    })),
    speech: given(e.SPEECH_URL, (url) => ({
      url,
      apiKey: e.SPEECH_API_KEY,
      model: e.SPEECH_MODEL,
      voices: { male: e.SPEECH_VOICE_MALE, female: e.SPEECH_VOICE_FEMALE },
    })),
    libreTranslate: given(e.LIBRETRANSLATE_URL, (url) => ({ url, apiKey: e.LIBRETRANSLATE_API_KEY })),
    chat: given(e.CHAT_URL, (url) => {
      if (!e.CHAT_MODEL) throw new Error('CHAT_URL needs CHAT_MODEL, the name of a model there.');
      return { url, apiKey: e.CHAT_API_KEY, model: e.CHAT_MODEL };
    }),
  };
}

/** What is configured by a variable, if it is set. */
function given<T>(value: string | undefined, configure: (value: string) => T): T | undefined {
  return value === undefined ? undefined : configure(value);
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

/** Stripe when its keys are set; else a test provider in local mode, and nothing to buy in production. */
function paymentsConfig(e: z.infer<typeof environmentSchema>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (Boolean(secretKey) !== Boolean(webhookSecret)) {
    throw new Error('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both, or neither.');
  }
  return {
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: e.STRIPE_API_URL } : null,
    testProvider: e.CUTROOM_MODE === 'local',
  };
}

/** Mail is sent when there is a server for it; else it is only kept, for the outbox page of local mode. */
function mailConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }: z.infer<typeof environmentSchema>) {
  if (Boolean(smtpUrl) !== Boolean(from)) {
    throw new Error('SMTP_URL and MAIL_FROM go together: set both, or neither.');
  }
  if (!smtpUrl || !from) return null;
  if (!/^[^\r\n]*[^\s@]@[^\s@]+$/.test(from)) {
    throw new Error('MAIL_FROM must be an e-mail address, such as Cutroom <films@example.com>.');
  }
  return { smtpUrl, from };
}

/** Addresses alone: by a number of proxies, whoever reaches us past them could name any address. */
function parseProxies(value: string | undefined): false | string[] {
  if (value === undefined) return false;
  const addresses = value.split(',').map((address) => address.trim());
  const wrong = addresses.filter((address) => {
    const [, ip = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(address) ?? [];
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(ip)]!;
    // A range of everything would believe everybody.
    return bits === undefined ? most === 0 : Number(bits) < 1 || Number(bits) > most;
  });
  if (wrong.length > 0) {
    throw new Error(`TRUST_PROXY must be addresses of proxies, such as 10.0.0.0/8, not ${wrong.join(', ')}.`);
  }
  return addresses;
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
