import { MAX_SECTIONS } from '#contract/export.ts';
import { MAX_VIDEOS } from '#contract/projects.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { VIDEO_ENCODERS } from '#contract/video-encoders.ts';
import { z } from 'zod';
import { custom, integer, named, oneOf, text } from '../variable.ts';

export const WORK = {
  WORKER_QUEUES: text({
    help: 'The queues that this worker serves, such as transcribe,render.',
    unset: 'every queue',
    as: null,
  }),
  WORKER_CONCURRENCY: integer(2, {
    help: 'How many jobs of a queue one worker runs concurrently for one user; always one for the queues check and proxy.',
    min: 1,
    as: 'worker.concurrency',
  }),
  WORKER_SPARE: integer(1, {
    help: 'How many more it runs for other users.',
    min: 1,
    as: 'worker.spare',
  }),
  WORKER_LIGHT_CONCURRENCY: integer(4, {
    help: 'WORKER_CONCURRENCY for the queues whose jobs mostly wait: fetch, assemble, publish.',
    min: 1,
    as: 'worker.lightConcurrency',
  }),
  WORKER_LIGHT_SPARE: integer(4, {
    help: 'WORKER_SPARE for these queues.',
    min: 1,
    as: 'worker.lightSpare',
  }),
  VIDEO_ENCODER: oneOf(['x264', ...VIDEO_ENCODERS])({
    help: 'The encoder of films: x264 on the processor, or hardware of NVIDIA (nvenc), of Intel (qsv), or by VAAPI (vaapi). Each worker makes a test video at its start, and films use the hardware only if all workers of the queue render can.',
  }),
  VAAPI_DEVICE: named('/dev/dri/renderD128')({
    help: 'The device of VAAPI.',
    onlyWith: 'VIDEO_ENCODER=vaapi',
  }),
  WORKER_HEALTH_PORT: custom(z.coerce.number().int().min(1).max(65_535).optional())({
    help: 'The port on which the worker serves /healthz and /readyz for health checks, at the address of HOST; docker-compose.yml sets it.',
    unset: 'it serves nothing',
    as: 'worker.healthPort',
    compose: true,
  }),
  JOB_LOCK_MS: integer(60_000, {
    help: "How long a job's lock lasts unless its worker renews it.",
    unit: 'ms',
    min: 500,
    as: 'worker.lockMs',
  }),
  JOB_STALLED_INTERVAL_MS: integer(15_000, {
    help: 'How often workers check for lost jobs.',
    unit: 'ms',
    min: 250,
    as: 'worker.stalledIntervalMs',
  }),
  RECONCILE_INTERVAL_MS: integer(30_000, {
    help: 'How often runs are reconciled.',
    unit: 'ms',
    min: 50,
  }),
};

export const RETENTION = {
  CACHE_MAX_BYTES: integer(0, {
    help: 'The most storage for files that can be generated again (rendered sections, narrations, transcripts, unused sources); the least recently used are removed first. 0: no limit.',
    unit: 'bytes',
    as: 'retention.cacheMaxBytes',
  }),
  CACHE_MAX_DAYS: integer(30, {
    help: 'How long such a file is kept after its last use. 0: no limit.',
    unit: 'days',
    as: 'retention.cacheMaxDays',
  }),
  SOURCES_MAX_DAYS: integer(30, {
    help: 'How long an unused downloaded video is kept. 0: no limit.',
    unit: 'days',
    as: 'retention.sourcesMaxDays',
  }),
  UPLOADS_MAX_DAYS: integer(7, {
    help: 'How long an upload that no section uses is kept after it was received. 0: no limit.',
    unit: 'days',
    as: 'retention.uploadsMaxDays',
  }),
  MIN_FREE_BYTES: integer(2 * 2 ** 30, {
    help: 'New work does not begin if the disk of DATA_DIR has less free space.',
    unit: 'bytes',
  }),
};

export const RULES = {
  WELCOME_CREDITS: integer(3, { help: 'Credits of a new user.' }),
  MAX_VIDEOS: integer(20, {
    help: `How many videos one project may have, at most ${MAX_VIDEOS}.`,
    min: 1,
    max: MAX_VIDEOS,
  }),
  MAX_TOTAL_SECONDS: integer(14_400, {
    help: 'The longest total length of the videos of one project.',
    unit: 'seconds',
    min: 1,
    as: null,
  }),
  RUNS_PER_USER: integer(5, {
    help: 'How many runs of one user are active at once (an import counts as one); further ones wait.',
    min: 1,
  }),
  LIMITS_FACTOR: custom(
    z.coerce.number().positive().default(1),
    1,
  )({
    help: 'Multiplies the limits on requests and open connections.',
    unset:
      '1: for each user 600 requests a minute (60 costly ones) and 20 open connections on each node; for each session 120 new connections a minute; for each address 30 sign-ins, 3000 new connections and 300 requests with an unknown session a minute. Signed-in users are not counted by address, so an office behind one address may browse',
  }),
  UPLOAD_BYTES_PER_HOUR: integer(5 * 2 ** 30, {
    help: `How many bytes of files one user may send in an hour, ${MAX_UPLOAD_BYTES} (one file) or more.`,
    unit: 'bytes',
    min: MAX_UPLOAD_BYTES,
  }),
};

/** Limits per server for the work that pages wait for. */
export const POOLS = {
  MEDIA_AT_ONCE: integer(2, {
    help: 'How many images and videos are inspected concurrently.',
    min: 1,
    as: null,
  }),
  MEDIA_AT_ONCE_PER_USER: integer(1, { help: 'How many of these for one user.', min: 1, as: null }),
  MEDIA_WAITING: integer(300, {
    help: 'How many more may wait, including requests to other sites.',
    min: 1,
    as: null,
  }),
  MEDIA_WAITING_PER_USER: integer(40, { help: 'How many of these may wait for one user.', min: 1, as: null }),
  SITES_AT_ONCE: integer(12, {
    help: 'How many requests to other sites run concurrently, for links and thumbnails.',
    min: 1,
    as: null,
  }),
  SITES_AT_ONCE_PER_USER: integer(4, { help: 'How many of these for one user.', min: 1, as: null }),
  SITES_AT_ONCE_PER_HOST: integer(4, { help: 'How many of these to one site.', min: 1, as: null }),
};

export const CAPS = {
  PROJECTS_PER_USER: integer(1000, { help: 'Projects.', min: 1, as: 'caps.projects' }),
  SECTIONS_PER_PROJECT: integer(MAX_SECTIONS, {
    help: `Sections of one project, ${MAX_SECTIONS} at most.`,
    min: 1,
    max: MAX_SECTIONS,
    as: 'caps.projectSections',
  }),
  SECTIONS_PER_USER: integer(20_000, { help: 'Sections of all projects.', min: 1, as: 'caps.sections' }),
  TEXT_BYTES_PER_USER: integer(256 * 2 ** 20, {
    help: 'The text of all sections, including the undo history.',
    unit: 'bytes',
    min: 1,
    as: 'caps.textBytes',
  }),
  VERSIONS_PER_PROJECT: integer(20, {
    help: 'Versions of the films of one project. The oldest are deleted, except those of the current films.',
    min: 1,
    as: 'caps.versions',
  }),
  VERSION_BYTES_PER_PROJECT: integer(4 * 2 ** 20, {
    help: 'The text of these versions; the oldest are deleted. All versions of an account take at most TEXT_BYTES_PER_USER more.',
    unit: 'bytes',
    min: 1,
    as: 'caps.versionBytes',
  }),
  LINKS_PER_USER: integer(5000, { help: 'Links of videos.', min: 1, as: 'caps.links' }),
  STORED_BYTES_PER_USER: integer(100 * 2 ** 30, {
    help: 'Its uploads, fetched links, films and their parts.',
    unit: 'bytes',
    min: 1,
    as: 'caps.storedBytes',
  }),
};
