import { classifyStderr, MediaError, reportsFullDisk } from './errors.ts';
import { detectLauncher, type Launcher, type Limits } from './launcher.ts';
import { runProcess, type ProcessEnd } from './process.ts';
import { watchGrowth } from '../files/watch-growth.ts';
import { inBackground, inForeground } from './priority.ts';
import { progressFraction, progressParser, type ProgressReport } from './progress.ts';

/** The part of a pino logger that media work uses. */
export interface MediaLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface FfmpegOptions {
  ffmpegPath: string;
  ffprobePath: string;
  log: MediaLog;
  /** How child processes are tied to this process; detected by default. */
  launcher?: Launcher;
  /** The niceness of programs that have run for a moment; 0 by default. */
  nice?: number;
  /** Whether no user waits for its results. */
  isBackground?: boolean;
  limits?: Partial<Limits>;
  /** A run without progress for this long is ended, in ms. */
  stallMs?: number;
  /** From SIGTERM to SIGKILL, in ms. */
  graceMs?: number;
}

export interface RunOptions {
  signal?: AbortSignal;
  cwd?: string;
  /** The expected output, for computing progress: frames if known, otherwise ms. */
  total?: { frames?: number; ms?: number };
  /**
   * A file that grows evenly, and its expected length: progress is its share of that length. For several
   * outputs, since ffmpeg reports nothing until the last of them has started. Such an output needs
   * `-flush_packets 1`.
   */
  grows?: { path: string; bytes: number };
  /** Receives the completed part, 0 to 1. It never decreases. */
  onProgress?: (fraction: number) => void;
  /** Every line of ffmpeg's log; `logLevel: 'info'` includes the filters'. */
  onLogLine?: (line: string) => void;
  logLevel?: 'error' | 'warning' | 'info' | 'verbose';
  stallMs?: number;
  timeoutMs?: number;
}

export interface RunResult extends ProgressReport {
  /** Last 4 kB of ffmpeg's log. */
  stderr: string;
}

export interface ProbeRunOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Receives every line of ffprobe's errors. ffprobe may report some and still exit with 0. */
  onLogLine?: (line: string) => void;
}

export interface Ffmpeg {
  /**
   * Runs ffmpeg with these arguments (inputs by `inputArgs`, then filters, then outputs).
   * @throws MediaError
   */
  run(args: string[], options?: RunOptions): Promise<RunResult>;
  /**
   * Runs ffprobe and returns its output, at most 64 MB.
   * @throws MediaError
   */
  probe(args: string[], options?: ProbeRunOptions): Promise<string>;
  /** Returns the same programs with other limits. */
  within(limits: Partial<Limits>): Ffmpeg;
  /** Returns the same programs with a lower priority than work that a user waits for. */
  inBackground(): Ffmpeg;
}

// x264 at 3840x2160 with every thread of a large machine reserves far more address space than it touches.
const DEFAULT_LIMITS: Limits = { addressBytes: 8 * 2 ** 30, fileBytes: 32 * 2 ** 30 };
const PROBE_TIMEOUT_MS = 30_000;
const MAX_PROBE_CHARS = 64 * 2 ** 20;

/** Creates the only way to run ffmpeg and ffprobe: niced, limited, watched, and ended with this process. */
export function createFfmpeg(options: FfmpegOptions): Ffmpeg {
  const { log } = options;
  const base = {
    launcher: options.launcher ?? detectLauncher(),
    priority: (options.isBackground ? inBackground : inForeground)(options.nice ?? 0),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    graceMs: options.graceMs ?? 5000,
  };

  const failure = (name: string, args: string[], end: ProcessEnd) => {
    const code = end.signal === null ? classifyStderr(end.stderr) : 'failed';
    log.warn({ args, exitCode: end.exitCode, signal: end.signal, stderr: end.stderr }, `${name} failed`);
    const exit = end.signal ? `ended by ${end.signal}` : `exit code ${end.exitCode}`;
    return new MediaError(code, { detail: `${name}: ${exit}\n${end.stderr}` });
  };

  return {
    within: (limits) => createFfmpeg({ ...options, limits: { ...options.limits, ...limits } }),
    inBackground: () => createFfmpeg({ ...options, isBackground: true }),

    async run(args, run = {}) {
      const last: ProgressReport = { frame: 0, outTimeMs: 0 };
      let fraction = 0;
      let diskFull = false;
      let markAlive = () => {};
      const raise = (part: number) => {
        if (part <= fraction) return;
        fraction = part;
        run.onProgress?.(part);
      };
      const feed = progressParser((report) => {
        if (report.frame > last.frame || report.outTimeMs > last.outTimeMs) markAlive();
        Object.assign(last, report);
        raise(progressFraction(report, run.total ?? {}));
      });
      const { grows } = run;
      const unwatch = grows
        ? watchGrowth(grows.path, (bytes) => {
            markAlive();
            raise(Math.min(1, bytes / grows.bytes));
          })
        : () => {};
      const fixed = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', run.logLevel ?? 'warning'];
      const all = [...fixed, '-progress', 'pipe:1', '-y', ...args];
      log.debug({ args: all }, 'ffmpeg starts');
      const end = await runProcess({
        ...base,
        command: options.ffmpegPath,
        args: all,
        signal: run.signal,
        cwd: run.cwd,
        timeoutMs: run.timeoutMs,
        stallMs: run.stallMs ?? options.stallMs ?? 60_000,
        onStart: (alive) => {
          markAlive = alive;
        },
        onStdout: feed,
        onStderrLine: (line) => {
          diskFull ||= reportsFullDisk(line);
          run.onLogLine?.(line);
        },
      }).finally(unwatch);
      if (diskFull) throw new MediaError('disk_full', { detail: `ffmpeg: the disk is full\n${end.stderr}` });
      if (end.exitCode !== 0) throw failure('ffmpeg', all, end);
      return { ...last, stderr: end.stderr };
    },

    async probe(args, run = {}) {
      const pieces: string[] = [];
      let chars = 0;
      const stop = new AbortController();
      const signal = run.signal ? AbortSignal.any([run.signal, stop.signal]) : stop.signal;
      const all = ['-v', 'error', '-hide_banner', ...args];
      const end = await runProcess({
        ...base,
        command: options.ffprobePath,
        args: all,
        signal,
        timeoutMs: run.timeoutMs ?? PROBE_TIMEOUT_MS,
        onStderrLine: run.onLogLine,
        onStdout: (chunk) => {
          chars += chunk.length;
          if (chars <= MAX_PROBE_CHARS) pieces.push(chunk);
          else stop.abort();
        },
      }).catch((error: unknown) => {
        throw stop.signal.aborted
          ? new MediaError('too_large', { detail: 'ffprobe printed too much' })
          : error;
      });
      if (end.exitCode !== 0) throw failure('ffprobe', all, end);
      return pieces.join('');
    },
  };
}
