import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import type { components, paths } from './openapi.generated.d.ts';

export type { components, paths };
type Schemas = components['schemas'];
export type Film = Schemas['Film'];
export type Project = Schemas['Project'];
export type ProjectSummary = Schemas['ProjectSummary'];
export type Run = Schemas['Run'];
export type Section = Schemas['Section'];
export type Usage = Schemas['Usage'];
export type Video = Schemas['Video'];
export type Word = Schemas['Word'];
export type Language = 'en' | 'bn' | 'hi';

export interface ClientOptions {
  /** The address of the installation; by default http://localhost:3000. */
  baseUrl?: string;
  /** A key of the settings page. Without one, only calls that need no session succeed. */
  apiKey?: string;
  fetch?: typeof globalThis.fetch;
  /** How often a call is repeated while the server is busy or unreachable; 4 by default. */
  retries?: number;
  /** The longest wait before a repetition, in ms. A call that must wait longer fails. 60 s by default. */
  maxWaitMs?: number;
  /** The longest wait for a response, in ms; 120 s by default. */
  timeoutMs?: number;
  /** Is called before each wait. `status` is `null` if the server was unreachable. */
  onRetry?: (retry: { waitMs: number; status: number | null }) => void;
}

/** Makes a call and returns the data of its response. */
export type Call<Method extends 'get' | 'post' | 'patch' | 'delete'> = <
  Path extends ClientPathsWithMethod<Client<paths>, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: {} extends Init ? [Init?] : [Init]
) => Promise<MethodResponse<Client<paths>, Method, Path, Init>>;

export interface WaitOptions {
  /** Receives the run whenever it has changed. */
  onProgress?: (run: Run) => void;
  /** Ends the waiting, not the run. */
  signal?: AbortSignal;
  /** How often the run is read, in ms; 1 s by default. */
  intervalMs?: number;
  /** How long the run may be unreadable, in ms; 2 minutes by default. */
  patienceMs?: number;
}

export interface TransferOptions {
  /** `total` is `null` if the server does not state the size. */
  onProgress?: (progress: { bytes: number; total: number | null }) => void;
  signal?: AbortSignal;
}

export interface DownloadOptions extends TransferOptions {
  /** By default, the newest film in any language. */
  language?: Language;
  /** Replaces an existing file. */
  overwrite?: boolean;
}

export interface Cutroom {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** The client of openapi-fetch, for the headers of responses. */
  readonly http: Client<paths>;
  get: Call<'get'>;
  post: Call<'post'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /**
   * Waits for the end of a run and returns it.
   * @throws RunError if it failed or was cancelled
   */
  waitForRun(runId: string, options?: WaitOptions): Promise<Run>;
  /** Downloads a film. A broken or interrupted download is resumed. */
  downloadFilm(
    projectId: string,
    path: string,
    options?: DownloadOptions,
  ): Promise<{ path: string; bytes: number }>;
  /** Uploads a video or an image, at most 100 MB, and returns the `videoURL` for a section. */
  uploadMedia(
    projectId: string,
    path: string,
    options?: { contentType?: string; signal?: AbortSignal },
  ): Promise<string>;
}

/** Creates a client of an installation. Every method throws a `CutroomError` if its call fails. */
export declare function createClient(options?: ClientOptions): Cutroom;

export interface ErrorFacts {
  code: string;
  status?: number | null;
  requestId?: string | null;
  details?: unknown;
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** A call that failed. */
export declare class CutroomError extends Error {
  constructor(message: string, facts: ErrorFacts);
  /** The code of the API, or `unreachable`, `file_exists` or `unexpected`. */
  readonly code: string;
  /** `null` without a response. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly details: unknown;
  readonly retryAfterMs: number | null;
  /** Whether the same call may succeed later. */
  readonly isTransient: boolean;
}

/** A run that failed or was cancelled. */
export declare class RunError extends Error {
  constructor(run: Run);
  readonly run: Run;
}
