import { z } from 'zod';
import { custom, integer, key, named, oneOf, text, url } from '../variable.ts';
import { REDIS } from './redis.ts';
import { refuseKnownSecret, refuseOpenStore, refusePlainHttp } from './refusals.ts';

export const PLACE = {
  CUTROOM_MODE: oneOf(['local', 'production'])({
    help: 'local: stand-ins on this machine replace what is not configured. production: stand-ins are refused at boot.',
    as: 'mode',
    compose: true,
  }),
  PORT: integer(3000, {
    help: 'The port of the page.',
    unset: '3000; npm start takes the next free one',
    as: 'port',
    compose: true,
  }),
  HOST: named('127.0.0.1')({
    help: 'The address to listen on. Keep the loopback address in local mode, where anyone can sign in as anyone.',
    compose: true,
  }),
  PUBLIC_URL: custom(z.url().optional())({
    help: 'The address that browsers use. Cookies are Secure when it begins with https:, as it must in production unless it names this machine.',
    unset: 'http://localhost:PORT',
    as: null,
    compose: true,
    production: refusePlainHttp,
  }),
  TRUST_PROXY: text({
    help: 'The addresses of proxies whose X-Forwarded-For is trusted, such as 10.0.0.5,10.1.0.0/16. Behind a proxy, limits per address need it.',
    unset: 'no proxy is trusted',
    as: null,
  }),
  DATA_DIR: named('.cutroom')({
    help: 'The folder of all data: database, queue, objects, logs. In containers an absolute path, for the objects alone.',
    unset: '.cutroom; in containers a volume',
    as: null,
    compose: true,
  }),
  SECRET: custom(z.string().min(32))({
    help: 'At least 32 characters; signs links and cookies, encrypts tokens.',
    unset: 'npm start generates one and stores it in DATA_DIR',
    secret: true,
    compose: true,
    production: refuseKnownSecret,
  }),
};

export const PEOPLE = {
  SIGN_UP: oneOf(['open', 'domains', 'invited', 'closed'])({
    help: 'Who may create an account. open: everyone who can sign in. domains: people with a confirmed address of SIGN_UP_DOMAINS, and invited ones. invited: only people whom `npm run ops -- invite` invited. closed: no one. Existing users sign in in any case.',
    as: null,
  }),
  SIGN_UP_DOMAINS: text({
    help: 'The domains of addresses that may join, such as example.com,example.org.',
    as: null,
    onlyWith: 'SIGN_UP=domains',
  }),
};

/** A bucket's name has no characters that a URL would escape. */
const bucketAddress = z
  .string()
  .regex(
    /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[a-z0-9][a-z0-9._-]*)*\/?$/,
    'must be an address such as s3://bucket/prefix, in lower case',
  )
  .transform((value) => {
    const [bucket = '', ...prefix] = value.slice('s3://'.length).split('/');
    return { bucket, prefix: prefix.filter((part) => part !== '').join('/') };
  });

const shownLink = (protocol: RegExp) => z.url({ protocol }).optional();

export const FOOTER = {
  TERMS_URL: custom(shownLink(/^https?$/))({
    help: 'The page of your terms of service.',
    unset: 'no link',
    as: 'footer.terms',
  }),
  PRIVACY_URL: custom(shownLink(/^https?$/))({
    help: 'The page of your privacy policy.',
    unset: 'no link',
    as: 'footer.privacy',
  }),
  CONTACT_URL: custom(shownLink(/^(https?|mailto)$/))({
    help: 'The page by which people reach you, or an address such as mailto:films@example.com.',
    unset: 'no link',
    as: 'footer.contact',
  }),
};

export const STORES = {
  DATABASE_URL: custom(z.string().min(1))({
    help: 'postgres://user:password@host:5432/database (PostgreSQL 14 or newer)',
    secret: true,
    compose: true,
    production: refuseOpenStore('DATABASE_URL'),
    replaces: { need: 'Database', now: 'a private PostgreSQL' },
  }),
  ...REDIS,
};

export const OBJECTS = {
  OBJECTS: custom(bucketAddress.optional())({
    help: 'The bucket of all files, such as s3://bucket/prefix, in Amazon S3 or a compatible store. Several machines can share it.',
    unset: 'the folder objects in DATA_DIR',
    as: null,
    replaces: { need: 'Files', now: 'a folder of this machine' },
  }),
  S3_REGION: named('us-east-1')({ help: "The bucket's region.", as: null, onlyWith: 'OBJECTS' }),
  S3_ENDPOINT: url({
    help: "The store's address, as nodes reach it.",
    unset: 'Amazon S3',
    as: null,
    onlyWith: 'OBJECTS',
  }),
  S3_PUBLIC_ENDPOINT: url({
    help: "The store's address, as browsers reach it. The links that they receive are signed for it.",
    unset: 'that of S3_ENDPOINT',
    as: null,
    onlyWith: 'S3_ENDPOINT',
  }),
  S3_PATH_STYLE: oneOf(['off', 'on'])({
    help: 'on: addresses have the bucket in their path instead of their host name, as most compatible stores need it.',
    as: null,
    onlyWith: 'OBJECTS',
  }),
  S3_ACCESS_KEY_ID: key({
    help: 'The key of an account that may read, write, list and delete objects of the bucket.',
    unset: 'the default credential chain: AWS_ variables, shared files, the container or the instance',
    pair: 'S3_SECRET_ACCESS_KEY',
    onlyWith: 'OBJECTS',
    as: null,
  }),
  S3_SECRET_ACCESS_KEY: key({ help: 'The secret of that key.', pair: 'S3_ACCESS_KEY_ID', as: null }),
  CACHE_DIR: text({
    help: 'The folder of the copies of files from the bucket, shared by all processes of a machine.',
    unset: 'the folder cache in DATA_DIR',
    as: null,
    onlyWith: 'OBJECTS',
  }),
  CACHE_DIR_MAX_BYTES: integer(20 * 2 ** 30, {
    help: 'The size above which the least recently used copies are removed. Files that a step has open stay.',
    unit: 'bytes',
    min: 1,
    as: null,
    onlyWith: 'OBJECTS',
  }),
};

export const OBSERVED = {
  METRICS_TOKEN: key({
    help: 'A token of 16 characters or more: requests with `Authorization: Bearer ...` may read /metrics from anywhere.',
    unset:
      'in production no one can read it; in local mode this machine and private networks can, except through a proxy',
    min: 16,
  }),
  QUEUE_BOARD_PORT: custom(z.coerce.number().int().min(1).max(65_535).optional())({
    help: 'The port on which the API also serves Bull Board, a page that shows the queues and their jobs. It changes nothing, and asks for a name (any) and QUEUE_BOARD_TOKEN as the password.',
    unset: 'no such page',
    as: null,
    pair: 'QUEUE_BOARD_TOKEN',
  }),
  QUEUE_BOARD_TOKEN: key({
    help: 'The token of that page, 16 characters or more.',
    min: 16,
    as: null,
    pair: 'QUEUE_BOARD_PORT',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    help: 'The base address of a collector of OpenTelemetry that accepts OTLP over HTTP, such as http://collector:4318. The API and workers send it a trace of each run: see ops/monitoring/README.md.',
    unset: 'no traces',
    as: null,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: key({
    help: 'Headers of these requests, with percent-encoded values, such as authorization=Bearer%20token,tenant=films.',
    as: null,
  }),
  OTEL_SERVICE_NAME: named('cutroom')({ help: "The service's name in traces.", as: null }),
  LOG_LEVEL: oneOf(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'info',
  )({
    help: 'trace, debug, info, warn, error, fatal or silent.',
  }),
};

export const COMPOSE = {
  POSTGRES_PASSWORD: text({
    help: 'The password of its PostgreSQL.',
    secret: true,
    as: null,
    compose: true,
  }),
  REDIS_PASSWORD: text({ help: 'The password of its Redis.', secret: true, as: null, compose: true }),
  GRAFANA_PASSWORD: text({
    help: 'The password of the user admin in Grafana; needed with the profile monitoring.',
    secret: true,
    as: null,
    compose: true,
  }),
  API_MEMORY: named('2g')({ help: 'The most memory of the API.', as: null, compose: true }),
  WORKER_MEMORY: named('6g')({ help: 'The most memory of each worker.', as: null, compose: true }),
  COMPOSE_PROFILES: text({
    help: 'Which optional services run, such as proxy,s3,monitoring: see ops/containers/README.md. local has the stand-ins and the samples.',
    unset: 'none of them',
    as: null,
  }),
};
