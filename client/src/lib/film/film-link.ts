import * as calls from '#contract/calls/index.ts';
import type { NoFilm } from '#contract/generation.ts';
import { LANGUAGES, type Language } from '#contract/primitives.ts';
import { showAlert } from '../alert.ts';
import { ApiError, call, responseError } from '../api/api.ts';
import { attempt, type Problem } from '../api/attempt.ts';
import { placeUrl } from '../stage.ts';

/** A film of a project, which has at most one per language. */
export interface FilmRef {
  projectId: string;
  language: Language;
}

/** The alerts for a film without a reachable link (product.md 5.22 to 5.24, 5.26). */
const UNAVAILABLE = {
  play: 'Video is not available or still being generated. Please try again later.',
  download: 'Video is not available for download or still being generated. Please try again later.',
  share: 'Video is not available for sharing or still being generated. Please try again later.',
  completeDownload: 'Video is still being generated. Please wait for completion.',
} as const;
export type FilmUse = keyof typeof UNAVAILABLE;

/** The reason why a film is unavailable, and how to resolve it. */
export interface FilmProblem {
  /** The reason in one sentence; `null` while the film is being generated, which the alert itself reports. */
  reason: string | null;
  way: 'wait' | 'retry' | 'edit' | 'library';
  /** The server's error, for its ID. */
  error?: unknown;
}

/**
 * A link that was just checked. `problem` is also `null` if the session is over, which was reported already.
 */
export type Reached = { link: string; problem: null } | { link: null; problem: FilmProblem | null };

export const languageName = (language: string): string =>
  LANGUAGES.find(({ code }) => code === language)?.name ?? language;

const AWAY: FilmProblem = {
  reason: 'The server could not be reached. Check your connection, then try again.',
  way: 'retry',
};
const DOWN = {
  reason: 'The server cannot deliver this video now. Please try again in a moment.',
  way: 'retry',
} as const;

/** Requests a fresh link of a film, since the page's link may have expired, and checks that it works. */
export async function reachFilm(film: FilmRef): Promise<Reached> {
  let reached: Reached = { link: null, problem: null };
  const lost = (problem: FilmProblem): Reached => ({ link: null, problem });
  const work = async (): Promise<void> => {
    const { finalVideoLink: link } = await call(calls.readVideoLink, {
      params: { id: film.projectId },
      query: { language: film.language },
    });
    const answer = await fetch(link, { method: 'HEAD', credentials: 'include' });
    reached = answer.ok ? { link, problem: null } : lost(whyNoFile(await responseError(answer)));
  };
  await attempt(work, {
    fallback: DOWN.reason,
    report: (problem) => (reached = lost(whyNoLink(problem, film))),
  });
  return reached;
}

function whyNoLink({ text: reason, error }: Problem, { language }: FilmRef): FilmProblem {
  if (!(error instanceof ApiError)) return AWAY;
  if (error.status >= 500) return { ...DOWN, error };
  if (error.status !== 404) return { reason, way: 'retry', error };
  const details = error.details as NoFilm | undefined;
  if (!details) return { reason: 'This project was deleted.', way: 'library', error };
  if (details.generating) return { reason: null, way: 'wait' };
  const none = `This project has no ${languageName(language)} video yet. Generate it in the editor.`;
  return { reason: none, way: 'edit' };
}

function whyNoFile(error: ApiError): FilmProblem {
  if (error.status === 410) {
    return { reason: 'The link to this video has expired. Try again to get a new one.', way: 'retry', error };
  }
  if (error.status >= 500) return { ...DOWN, error };
  return {
    reason: 'The file of this video is missing. Generate it again in the editor.',
    way: 'edit',
    error,
  };
}

/** Returns the sentences about a film without a reachable link: the alert, then the reason if it differs. */
export const unavailableText = (use: FilmUse, { reason }: FilmProblem): string =>
  [UNAVAILABLE[use], reason].filter(Boolean).join(' ');

/**
 * Returns the film's link. Returns `null` if the film is unavailable, which an alert has reported together
 * with a solution.
 */
export async function filmOrAlert(film: FilmRef, use: FilmUse, retry: () => void): Promise<string | null> {
  const { link, problem } = await reachFilm(film);
  if (link !== null || !problem) return link;
  const { reason, way, error } = problem;
  const ways = {
    wait: undefined,
    retry: { label: 'Try Again', onClick: retry },
    edit: {
      label: 'Open Editor',
      href: placeUrl({ stage: 'edit', project: film.projectId, language: film.language }),
    },
    library: { label: 'My Videos', href: placeUrl({ stage: 'videolist' }) },
  };
  showAlert({
    title: 'Video not available',
    description: UNAVAILABLE[use],
    reason,
    error,
    action: ways[way],
  });
  return null;
}
