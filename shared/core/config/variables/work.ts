import { MOST_SECTIONS } from '#contract/export.ts';
import { MOST_VIDEOS } from '#contract/projects.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import { z } from 'zod';
import { custom, integer, text } from '../variable.ts';

export const WORK = {
  WORKER_QUEUES: text({
    help: 'The queues that this worker serves, such as transcribe,render.',
    unset: 'every queue',
    as: null,
  }),
  WORKER_CONCURRENCY: integer(2, {
    help: 'How many jobs of a queue one worker does at a time for one user.',
    min: 1,
    as: 'worker.concurrency',
  }),
  WORKER_SPARE: integer(1, {
    help: 'How many more it does for other users.',
    min: 1,
    as: 'worker.spare',
  }),
  WORKER_LIGHT_CONCURRENCY: integer(4, {
    help: 'WORKER_CONCURRENCY of the queues whose jobs wait more than they work: fetch, assemble, publish.',
    min: 1,
    as: 'worker.lightConcurrency',
  }),
  WORKER_LIGHT_SPARE: integer(4, {
    help: 'WORKER_SPARE of these queues.',
    min: 1,
    as: 'worker.lightSpare',
  }),
  JOB_LOCK_MS: integer(60_000, {
    help: "How long a job's lock lasts unless its worker renews it.",
    unit: 'ms',
    min: 500,
    as: 'worker.lockMs',
  }),
  JOB_STALLED_INTERVAL_MS: integer(15_000, {
    help: 'How often workers look for lost jobs.',
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

export const KEPT = {
  CACHE_MAX_BYTES: integer(0, {
    help: 'How much is kept of what can be made again (rendered sections, narrations, transcripts, sources that no section uses); the longest unused go first. 0: no limit.',
    unit: 'bytes',
    as: 'retention.cacheMaxBytes',
  }),
  CACHE_MAX_DAYS: integer(30, {
    help: 'How long it is kept after its last use. 0: no limit.',
    unit: 'days',
    as: 'retention.cacheMaxDays',
  }),
  SOURCES_MAX_DAYS: integer(30, {
    help: 'How long a fetched video is kept that no section uses. 0: no limit.',
    unit: 'days',
    as: 'retention.sourcesMaxDays',
  }),
  UPLOADS_MAX_DAYS: integer(7, {
    help: 'How long an upload is kept that no section uses any more, counted from its upload. 0: no limit.',
    unit: 'days',
    as: 'retention.uploadsMaxDays',
  }),
  MIN_FREE_BYTES: integer(2 * 2 ** 30, {
    help: 'With less free space where DATA_DIR is, no new work begins.',
    unit: 'bytes',
  }),
};

export const RULES = {
  WELCOME_CREDITS: integer(3, { help: 'Credits of a new user.' }),
  MAX_VIDEOS: integer(20, {
    help: `How many videos one project may be made of, ${MOST_VIDEOS} at most.`,
    min: 1,
    max: MOST_VIDEOS,
  }),
  MAX_TOTAL_SECONDS: integer(14_400, {
    help: 'How much video one project may take in, together.',
    unit: 'seconds',
    min: 1,
    as: null,
  }),
  RUNS_PER_USER: integer(5, {
    help: 'How many runs of one user are under way at once, where an import counts as one; further ones wait.',
    min: 1,
  }),
  LIMITS_FACTOR: custom(
    z.coerce.number().positive().default(1),
    1,
  )({
    help: 'What the limits on requests and open connections are multiplied by.',
    unset:
      '1, which is 600 requests a minute and user (60 of the costly ones), 30 sign-ins a minute and address, 20 connections of a user on each node; 120 connections begun in a minute of a session and 3000 of an address, and 300 requests of an address with a cookie that opens no session. Nobody who is signed in is counted by address, so an office behind one address may browse',
  }),
  UPLOAD_BYTES_PER_HOUR: integer(5 * 2 ** 30, {
    help: `How many bytes of files one user may send in an hour, ${MAX_UPLOAD_BYTES} (one file) or more.`,
    unit: 'bytes',
    min: MAX_UPLOAD_BYTES,
  }),
};

/** How much of the work that pages wait for a server does at once. */
export const POOLS = {
  MEDIA_AT_ONCE: integer(2, {
    help: 'How many pictures and videos are examined at once.',
    min: 1,
    as: null,
  }),
  MEDIA_AT_ONCE_PER_USER: integer(1, { help: 'How many of them for one user.', min: 1, as: null }),
  MEDIA_WAITING: integer(300, {
    help: 'How many more may wait, of these and of requests to other sites.',
    min: 1,
    as: null,
  }),
  MEDIA_WAITING_PER_USER: integer(40, { help: 'How many of one user may wait.', min: 1, as: null }),
  SITES_AT_ONCE: integer(12, {
    help: 'How many requests to other sites run at once, for links and thumbnails.',
    min: 1,
    as: null,
  }),
  SITES_AT_ONCE_PER_USER: integer(4, { help: 'How many of them for one user.', min: 1, as: null }),
  SITES_AT_ONCE_PER_HOST: integer(4, { help: 'How many of them to one site.', min: 1, as: null }),
};

export const CAPS = {
  PROJECTS_PER_USER: integer(1000, { help: 'Projects.', min: 1, as: 'caps.projects' }),
  SECTIONS_PER_PROJECT: integer(MOST_SECTIONS, {
    help: `Sections of one project, ${MOST_SECTIONS} at most.`,
    min: 1,
    max: MOST_SECTIONS,
    as: 'caps.projectSections',
  }),
  SECTIONS_PER_USER: integer(20_000, { help: 'Sections of all projects.', min: 1, as: 'caps.sections' }),
  TEXT_BYTES_PER_USER: integer(256 * 2 ** 20, {
    help: 'What is said and written in them, with what can be undone.',
    unit: 'bytes',
    min: 1,
    as: 'caps.textBytes',
  }),
  LINKS_PER_USER: integer(5000, { help: 'Links of videos.', min: 1, as: 'caps.links' }),
  STORED_BYTES_PER_USER: integer(100 * 2 ** 30, {
    help: 'Its uploads, fetched links, films and what is made for them.',
    unit: 'bytes',
    min: 1,
    as: 'caps.storedBytes',
  }),
};
