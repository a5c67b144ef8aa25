import { z } from 'zod';
import { custom, integer, key, named, oneOf, text } from '../variable.ts';
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
  REDIS_URL: custom(z.string().min(1))({
    help: 'redis://:password@host:6379 (Redis 6.2 or newer, with maxmemory-policy noeviction and appendonly yes)',
    secret: true,
    compose: true,
    production: refuseOpenStore('REDIS_URL'),
    replaces: { need: 'Job queue', now: 'a private Redis' },
  }),
  REDIS_PREFIX: custom(
    z
      .string()
      .regex(/^[\w-]+$/)
      .default('cutroom'),
    'cutroom',
  )({
    help: 'The prefix of each key and channel, so that installations can share one Redis.',
  }),
};

export const OBSERVED = {
  METRICS_TOKEN: key({
    help: 'A token of 16 characters or more: requests with `Authorization: Bearer ...` may read /metrics from anywhere.',
    unset:
      'in production no one can read it; in local mode this machine and private networks can, except through a proxy',
    min: 16,
  }),
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
    help: 'Which optional services run, such as proxy,monitoring: see ops/README.md. local has the stand-ins and the samples.',
    unset: 'none of them',
    as: null,
  }),
};
