import { z } from 'zod';
import { MOST_SECTIONS } from '#contract/export.ts';
import { MOST_VIDEOS } from '#contract/projects.ts';
import { MAX_CHANNEL_UPLOAD_BYTES, MAX_UPLOAD_BYTES } from '#contract/uploads.ts';

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
/** The variables as they are written, each by itself. */
export const environmentSchema = z.object({
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
  WORKER_LIGHT_CONCURRENCY: integer(4, 1),
  WORKER_SPARE: integer(1, 1),
  WORKER_LIGHT_SPARE: integer(4, 1),
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
  LINK_MIN_RATE: integer(16_384),
  LINK_MIN_RATE_SECONDS: integer(30, 1),
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
  MEDIA_AT_ONCE: integer(2, 1),
  MEDIA_AT_ONCE_PER_USER: integer(1, 1),
  MEDIA_WAITING: integer(300, 1),
  MEDIA_WAITING_PER_USER: integer(40, 1),
  SITES_AT_ONCE: integer(12, 1),
  SITES_AT_ONCE_PER_USER: integer(4, 1),
  SITES_AT_ONCE_PER_HOST: integer(4, 1),
  PROJECTS_PER_USER: integer(1000, 1),
  SECTIONS_PER_PROJECT: z.coerce.number().int().min(1).max(MOST_SECTIONS).default(MOST_SECTIONS),
  SECTIONS_PER_USER: integer(20_000, 1),
  TEXT_BYTES_PER_USER: integer(256 * 2 ** 20, 1),
  LINKS_PER_USER: integer(5000, 1),
  STORED_BYTES_PER_USER: integer(100 * 2 ** 30, 1),
  MIN_FREE_BYTES: integer(2 * 2 ** 30),
  MAX_VIDEOS: z.coerce.number().int().min(1).max(MOST_VIDEOS).default(20),
  MAX_TOTAL_SECONDS: integer(14_400, 1),
  RECONCILE_INTERVAL_MS: integer(30_000, 50),
  CACHE_MAX_BYTES: integer(0),
  CACHE_MAX_DAYS: integer(30),
  SOURCES_MAX_DAYS: integer(30),
  UPLOADS_MAX_DAYS: integer(7),
  JOB_LOCK_MS: integer(60_000, 500),
  JOB_STALLED_INTERVAL_MS: integer(15_000, 250),
});
export type Environment = z.infer<typeof environmentSchema>;
