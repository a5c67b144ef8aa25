import { join, resolve } from 'node:path';
import { PROJECT_MAX_BYTES } from '#contract/export.ts';
import { QUEUES } from '#contract/jobs/job.ts';
import { type Language, LANGUAGES } from '#contract/primitives.ts';
import { channelConfig } from './channel-config.ts';
import { enginesConfig } from './engines-config.ts';
import { type Environment, readEnvironment, settingsOf } from './environment.ts';
import { linksConfig, webhooksConfig } from './links-config.ts';
import { musicConfig } from './music-config.ts';
import { signInConfig } from './sign-in-config.ts';
import { searchTopics, sitesConfig } from './sites-config.ts';
import { objectsConfig } from './objects-config.ts';
import { redisConfig, redisPrefix } from './redis-config.ts';
import { tracingConfig } from './tracing-config.ts';
import { parseProxies } from './trusted-proxies.ts';

export type Config = ReturnType<typeof parseConfig>;

/**
 * Parses the environment once, at boot; nothing else reads process.env.
 * @throws Error with one line per wrong or missing variable.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const read = readEnvironment(env);
  // Production has no samples, as it has no stand-ins; docker-compose.yml always names their folder.
  const e = read.CUTROOM_MODE === 'production' ? { ...read, SAMPLE_LIBRARY_DIR: undefined } : read;
  const settings = settingsOf(e);
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, '');
  const dataDir = resolve(e.DATA_DIR);
  const sites = sitesConfig(e, settings, publicUrl);
  const links = linksConfig(e, publicUrl);
  return {
    ...settings,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    /** The proxies whose X-Forwarded-For is trusted; `false` trusts no proxy. */
    trustProxy: parseProxies(e.TRUST_PROXY),
    dataDir,
    redis: redisConfig(e),
    redisPrefix: redisPrefix(e),
    /** The folder of the files while they are not in a bucket. */
    objectsDir: resolve(dataDir, 'objects'),
    /** The bucket of the files; `null` if they are in `objectsDir`. */
    objects: objectsConfig(e, dataDir),
    tempDir: resolve(dataDir, 'tmp'),
    /** Partial uploads that can be resumed. */
    partialDir: resolve(dataDir, 'partial'),
    /** Files derived from models for the engines to load. The folder may be emptied at any time. */
    preparedDir: resolve(dataDir, 'prepared-models'),
    /** Folders whose videos the source "library" finds, including subfolders. */
    libraryDirs: [e.LIBRARY_DIR, e.SAMPLE_LIBRARY_DIR]
      .filter((dir) => dir !== undefined)
      .map((dir) => resolve(dir)),
    /** The folder of the sample videos made on this machine. */
    sampleLibraryDir: e.SAMPLE_LIBRARY_DIR && resolve(e.SAMPLE_LIBRARY_DIR),
    signIn: signInConfig(e, publicUrl),
    channel: channelConfig(e, publicUrl),
    payments: paymentsConfig(e),
    mail: mailConfig(e),
    queueBoard: queueBoardConfig(e),
    tracing: tracingConfig(e),
    worker: { ...settings.worker, queues: parseQueues(e.WORKER_QUEUES) },
    engines: enginesConfig(e),
    /** The folder of the models, with a subfolder for each model ID. */
    modelsDir: resolve(e.MODELS_DIR ?? join(dataDir, 'models')),
    models: { ...settings.models, languages: parseLanguages(e.MODELS_LANGUAGES) },
    links,
    webhooks: webhooksConfig(e, links.rules),
    /** The searchable sites by ID; `null` for a site that is not configured. */
    sites,
    searchTopics: searchTopics(e, sites),
    /** The sources of free music; `null` if music search is off. */
    music: musicConfig(e, publicUrl),
    /** The caps of one account. Deleted items count until they can no longer be restored. */
    caps: { ...settings.caps, projectTextBytes: PROJECT_MAX_BYTES },
    /** The longest total length of one compilation's videos. */
    maxTotalMs: e.MAX_TOTAL_SECONDS * 1000,
    /** Limits per server for the work that pages wait for. */
    pools: poolsConfig(e),
  };
}

/**
 * `media`, `probes` and `sounds` limit ffmpeg (see media-work.ts). `sites` limits short requests to other
 * sites, `downloads` downloads of whole files.
 */
function poolsConfig(e: Environment) {
  const waits = { waiting: e.MEDIA_WAITING, waitingPerUser: e.MEDIA_WAITING_PER_USER };
  const media = { ...waits, atOnce: e.MEDIA_AT_ONCE, atOncePerUser: e.MEDIA_AT_ONCE_PER_USER };
  return {
    media,
    probes: media,
    sounds: { ...waits, atOnce: 1, atOncePerUser: 1 },
    downloads: { ...waits, atOnce: e.SITES_AT_ONCE, atOncePerUser: 1 },
    sites: {
      ...waits,
      atOnce: e.SITES_AT_ONCE,
      atOncePerUser: e.SITES_AT_ONCE_PER_USER,
      atOncePerGroup: e.SITES_AT_ONCE_PER_HOST,
    },
  };
}

/**
 * Returns Stripe if its keys are set; otherwise a test provider in local mode, and no sales in production.
 */
function paymentsConfig(e: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  return {
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: e.STRIPE_API_URL } : null,
    testProvider: e.CUTROOM_MODE === 'local',
  };
}

/** Mail is sent if a server is configured. Otherwise it is only stored, for the outbox page of local mode. */
function mailConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Environment) {
  if (!smtpUrl || !from) return null;
  if (!/^[^\r\n]*[^\s@]@[^\s@]+$/.test(from)) {
    throw new Error('MAIL_FROM must be an e-mail address, such as Cutroom <films@example.com>.');
  }
  return { smtpUrl, from };
}

/** Returns where the page of the queues is served; `null` if it is off. */
function queueBoardConfig({ QUEUE_BOARD_PORT: port, QUEUE_BOARD_TOKEN: token }: Environment) {
  return port !== undefined && token !== undefined ? { port, token } : null;
}

function parseQueues(value: string | undefined) {
  if (value === undefined) return [...QUEUES];
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !(QUEUES as readonly string[]).includes(name));
  if (wrong.length > 0) {
    throw new Error(
      `WORKER_QUEUES names unknown queues: ${wrong.join(', ')}. Known queues: ${QUEUES.join(', ')}.`,
    );
  }
  return QUEUES.filter((name) => names.includes(name));
}

function parseLanguages(value: string): Language[] {
  const codes = LANGUAGES.map(({ code }) => code);
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !(codes as string[]).includes(name));
  if (wrong.length > 0) {
    throw new Error(
      `MODELS_LANGUAGES names unknown languages: ${wrong.join(', ')}. Known languages: ${codes.join(', ')}.`,
    );
  }
  return codes.filter((code) => names.includes(code));
}
