import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { StepError } from '../../lib/errors.ts';
import { MediaError } from '../../ffmpeg/errors.ts';
import { detectLauncher } from '../../ffmpeg/launcher.ts';
import { inForeground } from '../../ffmpeg/priority.ts';
import type { Ffmpeg } from '../../ffmpeg/run.ts';
import { type ProcessEnd, runProcess } from '../../ffmpeg/process.ts';
import { openFilteringProxy } from '../../guard/filtering-proxy.ts';
import type { Guard } from '../../guard/guard.ts';
import { type MinRate, watchRate } from '../../downloads/min-rate.ts';
import type { OnFetched } from '../source.ts';
import { NOT_FOR_SERVERS } from './answers.ts';
import { joinStreams } from './join-streams.ts';

/** The video of a page. */
const pageSchema = z.object({
  title: z.string().nullish(),
  description: z.string().nullish(),
  /** The duration, in seconds. */
  duration: z.number().nullish(),
  thumbnail: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  channel: z.string().nullish(),
  uploader: z.string().nullish(),
});
export type PageVideo = z.infer<typeof pageSchema>;

/** Finds the video in a page, if yt-dlp is installed. */
export interface PageReader {
  /** The program's version, a date; `null` if it is not installed. */
  version(): Promise<string | null>;
  /** The runtime for a site's scripts, such as "node-24.1.0"; `null` if none is suitable. */
  runtime(): Promise<string | null>;
  /** @throws StepError */
  describe(url: string, options: { dir: string; signal: AbortSignal }): Promise<PageVideo>;
  /** Downloads the page's video into a folder. @returns its name there @throws StepError */
  fetch(url: string, options: { dir: string; signal: AbortSignal; onProgress: OnFetched }): Promise<string>;
}

export interface YtDlpOptions {
  command: string;
  /** The niceness of programs that have run for a moment. */
  nice: number;
  ffmpeg: Ffmpeg;
  guard: Guard;
  maxBytes: number;
  /** For one download, in ms. */
  maxMs: number;
  minRate: MinRate;
}

const DESCRIBE_MS = 25_000;
const VERSION_MS = 15_000;
const STALL_MS = 120_000;
/** The largest page with its scripts, in bytes. */
const DESCRIBE_BYTES = 64 * 2 ** 20;
/** How long the result of checking for the program is cached, in ms. */
const REMEMBERED_MS = 60_000;
/** Since sites change, an error mentions that the program is older than this, in days. */
const OLD_DAYS = 120;
const PRINTED_FIELDS = '%(.{title,description,duration,thumbnail,channel,uploader})j';
/**
 * Plain files, whole or in fragments that yt-dlp downloads itself. Formats in fragments (HLS) need no
 * scripts.
 */
const FETCHED_BY_ITSELF = "[protocol~='^(http|m3u8_native)']";
/** The video, then the audio: two files if the site separates them, which we join ourselves. */
const FORMATS = `bv*${FETCHED_BY_ITSELF},ba${FETCHED_BY_ITSELF}`;
const OUTPUT = 'source.%(autonumber)s.%(ext)s';
const FETCHED = /^source\.\d+\.\w+$/;
/** Sites' scripts run in this Node. A yt-dlp from before November 2025 does not know the option. */
const RUNTIME = ['--js-runtimes', `node:${process.execPath}`];
const PROGRESS =
  'cutroom %(progress.status)s %(progress.downloaded_bytes)s %(progress.total_bytes,progress.total_bytes_estimate)s';
/** The length is "NA" if unknown. */
const PROGRESS_LINE = /^cutroom (\w+) (\d+(?:\.\d+)?) (\S+)$/;
const NO_VIDEO = 'No video was found at this link. Add the link of a video file, or upload the file instead.';
const NONE_THERE = /Unsupported URL|no video|not a valid URL|No media found/i;
const AWAY = /timed out|timeout|Temporary failure|Connection (reset|refused)|HTTP Error (5\d\d|429)/i;

interface Program {
  version: string | null;
  runtime: string | null;
  /** The options that name the runtime. */
  args: string[];
}

export function createYtDlp(options: YtDlpOptions): PageReader {
  let cached: { at: number; program: Promise<Program> } | undefined;

  const run = (
    args: string[],
    more: Pick<Parameters<typeof runProcess>[0], 'signal' | 'cwd' | 'timeoutMs' | 'stallMs' | 'onStdout'>,
  ) =>
    runProcess({
      ...more,
      command: options.command,
      args,
      launcher: detectLauncher(),
      priority: inForeground(options.nice),
      limits: { addressBytes: 8 * 2 ** 30, fileBytes: options.maxBytes },
      graceMs: 2_000,
      env: { LANG: 'C.UTF-8', HOME: more.cwd, TMPDIR: more.cwd },
    });

  async function detect(): Promise<Program> {
    let printed = '';
    const end = await run(['--version'], {
      timeoutMs: VERSION_MS,
      onStdout: (chunk) => (printed += chunk),
    }).catch(() => null);
    const version = end?.exitCode === 0 ? (/^[\w.+-]{1,40}/.exec(printed)?.[0] ?? null) : null;
    return { version, ...(version === null ? { runtime: null, args: [] } : await findRuntime()) };
  }

  /** Without a URL it always fails, but first lists the runtimes that it found. */
  async function findRuntime(): Promise<Pick<Program, 'runtime' | 'args'>> {
    const end = await run(['--ignore-config', '--verbose', ...RUNTIME], {
      timeoutMs: VERSION_MS,
      onStdout: () => {},
    }).catch(() => null);
    const [, has] = /^\[debug\] JS runtimes: (.+)$/m.exec(end?.stderr ?? '') ?? [];
    const runtime = has?.split(', ').find((name) => /^[\w-][\w.-]*[\d.]$/.test(name));
    return { runtime: runtime ?? null, args: has === undefined ? [] : RUNTIME };
  }

  function program(): Promise<Program> {
    const before = cached;
    if (!before || Date.now() - before.at > REMEMBERED_MS) cached = { at: Date.now(), program: detect() };
    // No caller needs an old result any more.
    return before?.program ?? cached!.program;
  }
  const version = async () => (await program()).version;

  /** Runs the program on one URL, through a proxy that connects only where the guard does. */
  async function ask(
    url: string,
    args: string[],
    how: {
      dir: string;
      signal: AbortSignal;
      maxBytes: number;
      timeoutMs: number;
      onStdout(chunk: string): void;
    },
  ): Promise<void> {
    options.guard.admit(url);
    const proxy = await openFilteringProxy(options.guard, how);
    const fixed = ['--ignore-config', '--no-cache-dir', '--no-playlist', '--playlist-items', '1'];
    const { args: runtime } = await program();
    const network = ['--proxy', proxy.url, '--socket-timeout', '20', '--retries', '3'];
    try {
      const end = await run(
        [...fixed, ...runtime, '--quiet', '--no-warnings', ...network, ...args, '--', url],
        {
          signal: how.signal,
          cwd: how.dir,
          timeoutMs: how.timeoutMs,
          stallMs: Math.min(STALL_MS, how.timeoutMs),
          onStdout: (chunk, alive) => {
            alive();
            how.onStdout(chunk);
          },
        },
      );
      if (end.exitCode !== 0) throw await failure(end);
    } catch (error) {
      how.signal.throwIfAborted();
      if (error instanceof MediaError) {
        throw new StepError('unreachable', 'Finding the video at this link took too long.', {
          retry: 'often',
          cause: error,
        });
      }
      throw error;
    } finally {
      await proxy.close();
    }
  }

  async function failure({ stderr }: ProcessEnd): Promise<Error> {
    const cause = new Error(stderr);
    if (AWAY.test(stderr)) {
      return new StepError('unreachable', 'The site of this link sent an invalid response.', {
        retry: 'often',
        cause,
      });
    }
    const message = NONE_THERE.test(stderr) ? NO_VIDEO : NOT_FOR_SERVERS;
    return new StepError('refused', message + oldWords(await version()), { cause });
  }

  return {
    version,
    runtime: async () => (await program()).runtime,

    async describe(url, { dir, signal }) {
      let printed = '';
      await ask(url, ['--simulate', '--print', PRINTED_FIELDS], {
        dir,
        signal,
        maxBytes: DESCRIBE_BYTES,
        timeoutMs: DESCRIBE_MS,
        onStdout: (chunk) => (printed = (printed + chunk).slice(0, DESCRIBE_BYTES)),
      });
      const parsed = pageSchema.safeParse(jsonOf(printed));
      if (!parsed.success) throw new StepError('refused', NO_VIDEO, { cause: parsed.error });
      return parsed.data;
    },

    async fetch(url, { dir, signal, onProgress }) {
      const { maxBytes } = options;
      const file = ['--format', FORMATS, '--format-sort', 'res:1080,codec:h264', '--output', OUTPUT];
      // It finds no ffmpeg there, so it passes no URL or file to one.
      const fixed = ['--ffmpeg-location', dir, '--fixup', 'never'];
      const progressArgs = ['--progress', '--newline', '--progress-template', `download:${PROGRESS}`];
      const limits = ['--max-filesize', String(maxBytes), '--match-filters', '!is_live', '--no-mtime'];
      let rest = '';
      const rate = watchRate(options.minRate);
      let counted = 0;
      await ask(url, [...file, ...fixed, ...progressArgs, ...limits], {
        dir,
        signal: AbortSignal.any([signal, rate.signal]),
        // Video and audio are downloaded separately, and connections break.
        maxBytes: maxBytes * 2,
        timeoutMs: options.maxMs,
        onStdout(chunk) {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            const [, status, done, total] = PROGRESS_LINE.exec(line.trim()) ?? [];
            if (!done) continue;
            // Video and audio are each counted from 0. A lower count is not a download.
            rate.count(Math.max(0, Number(done) - counted));
            counted = status === 'downloading' ? Number(done) : 0;
            if (status === 'downloading') rate.start();
            else rate.stop();
            onProgress(Number(done), Number(total) || null);
          }
        },
      }).finally(rate.stop);
      const [picture, ...sound] = (await readdir(dir)).filter((name) => FETCHED.test(name)).toSorted();
      // It exits with 0 if its own filters exclude everything.
      if (!picture) throw new StepError('refused', 'This video is too large, or it is a live stream.');
      return joinStreams(options.ffmpeg, dir, [picture, ...sound], { maxBytes, signal });
    },
  };
}

/** Versions are dates: "2025.01.31" and "2025.01.31.232816". */
export function oldWords(version: string | null, now: () => number = Date.now): string {
  const [, year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)/.exec(version ?? '') ?? [];
  if (year === undefined) return '';
  const days = (now() - Date.UTC(Number(year), Number(month) - 1, Number(day))) / 86_400_000;
  if (days < OLD_DAYS) return '';
  return ` (yt-dlp ${version} of this installation is old: a newer one may be able to.)`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim().split('\n')[0] ?? '');
  } catch {
    return null;
  }
}
