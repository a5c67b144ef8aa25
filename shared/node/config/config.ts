import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { PROJECT_MAX_BYTES } from '#contract/export.ts';
import { QUEUES } from '#contract/jobs/job.ts';
import { channelConfig } from './channel-config.ts';
import { enginesConfig } from './engines-config.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { linksConfig } from './links-config.ts';
import { sourcesConfig } from './sources-config.ts';

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
  if (e.CUTROOM_MODE === 'production') refusePlainHttp(publicUrl);
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
      /** How many steps of a queue this worker does at once for one user, and beside them for others. */
      concurrency: e.WORKER_CONCURRENCY,
      spare: e.WORKER_SPARE,
      /** The same of the queues whose steps wait more than they work. */
      lightConcurrency: e.WORKER_LIGHT_CONCURRENCY,
      lightSpare: e.WORKER_LIGHT_SPARE,
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
    /** What one account may have; what was deleted and can be restored counts. */
    caps: {
      projects: e.PROJECTS_PER_USER,
      projectSections: e.SECTIONS_PER_PROJECT,
      sections: e.SECTIONS_PER_USER,
      projectTextBytes: PROJECT_MAX_BYTES,
      textBytes: e.TEXT_BYTES_PER_USER,
      links: e.LINKS_PER_USER,
      storedBytes: e.STORED_BYTES_PER_USER,
    },
    /** With less free space where the data is kept, in bytes, no new work begins. */
    minFreeBytes: e.MIN_FREE_BYTES,
    /** The most videos of one compilation, and how long they may be together. */
    maxVideos: e.MAX_VIDEOS,
    maxTotalMs: e.MAX_TOTAL_SECONDS * 1000,
    /** How much a server does of what pages ask for and wait for. */
    pools: poolsConfig(e),
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

/** `media` is work by ffmpeg, `sites` is what other sites are asked for. */
function poolsConfig(e: Environment) {
  const waits = { waiting: e.MEDIA_WAITING, waitingPerUser: e.MEDIA_WAITING_PER_USER };
  return {
    media: { ...waits, atOnce: e.MEDIA_AT_ONCE, atOncePerUser: e.MEDIA_AT_ONCE_PER_USER },
    sites: {
      ...waits,
      atOnce: e.SITES_AT_ONCE,
      atOncePerUser: e.SITES_AT_ONCE_PER_USER,
      atOncePerGroup: e.SITES_AT_ONCE_PER_HOST,
    },
  };
}

/** @throws Error in production, when a secret is one that everybody can read or guess. */
function refuseKnownSecrets(e: Environment): void {
  if (e.SECRET.startsWith(LOCAL_SECRET) || new Set(e.SECRET).size < 10 || isRepeated(e.SECRET)) {
    throw new Error('CUTROOM_MODE=production needs a SECRET of its own: 32 random characters or more.');
  }
  if ([e.DATABASE_URL, e.REDIS_URL].some((address) => address.includes(LOCAL_PASSWORD))) {
    throw new Error('CUTROOM_MODE=production needs a POSTGRES_PASSWORD and a REDIS_PASSWORD of its own.');
  }
}

/** @throws Error when sessions would cross a network that anybody on it can read. */
function refusePlainHttp(publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || loopback) return;
  throw new Error(
    `CUTROOM_MODE=production needs a PUBLIC_URL that begins with https:, or is of this machine, not ${publicUrl}.`,
  );
}

/** Whether a text is a shorter one again and again. */
const isRepeated = (text: string) =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, i) => i + 1).some(
    (length) => text.slice(length) === text.slice(0, -length),
  );

function oidcConfig(e: Environment, publicUrl: string) {
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
function paymentsConfig(e: Environment) {
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
function mailConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Environment) {
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
