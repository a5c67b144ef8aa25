import * as calls from '#contract/calls/index.ts';
import type { ProcessRequest } from '#contract/projects.ts';
import { alertNoCredits } from '../alert.ts';
import { ApiError, call } from '../api/api.ts';
import { type Problem, reportFailure } from '../api/attempt.ts';
import { lastSearch } from './last-search.ts';
import { asReason, setProcessingFailure } from './processing-failure.ts';
import { keys, libraryChanged } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { selectionSent } from './sent-selection.ts';
import { readSession, writeSession } from '../session-storage.ts';
import { currentPlace, type Place } from '../stage.ts';
import { dismissCurrent } from '../toast.ts';

interface Intent {
  key: string;
  request: ProcessRequest;
  /** Set once the start was answered, since a reload that began before the answer still leads there. */
  projectId?: string;
}

type Go = (place: Partial<Place>, options?: { replace?: boolean }) => void;

const KEY = 'cutroom.intent';
let inFlight = false;

/** A repeated intention sends the same key, so that a lost response never costs a second credit. */
function intentFor(request: ProcessRequest): Intent {
  const stored = readSession<Intent>(KEY);
  if (stored && !stored.projectId && JSON.stringify(stored.request) === JSON.stringify(request))
    return stored;
  return { key: crypto.randomUUID(), request };
}

/** The title of a project without a search. */
export const unnamedTitle = (): string => `Compilation - ${new Date().toLocaleDateString()}`;

/** Sends the selected videos for processing and shows the processing stage meanwhile. */
export function startProcessing(request: ProcessRequest, go: Go): void {
  setProcessingFailure(null);
  // One start at a time: the pending one is shown, and later selections stay selected.
  if (inFlight) {
    go({ stage: 'processing', ...lastSearch() });
    return;
  }
  const intent = intentFor(request);
  writeSession(KEY, intent);
  go({ stage: 'processing', ...lastSearch() });
  void send(intent, go);
}

/**
 * Resumes a start after a reload: sends the stored request again, or shows its project if it was answered
 * meanwhile. Returns `false` if no start is stored. A start that was answered while this screen was loading
 * has already put its project into the URL.
 */
export function resumeStart(go: Go): boolean {
  if (inFlight || !stillWaiting()) return true;
  const intent = readSession<Intent>(KEY);
  if (!intent) return false;
  if (intent.projectId) show(intent.projectId, go);
  else void send(intent, go);
  return true;
}

const show = (projectId: string, go: Go): void =>
  go({ stage: 'processing', project: projectId, ...lastSearch() }, { replace: true });

async function send(intent: Intent, go: Go): Promise<void> {
  if (inFlight) return;
  inFlight = true;
  try {
    const { projectId } = await call(calls.processVideos, {
      body: intent.request,
      idempotencyKey: intent.key,
    });
    writeSession(KEY, { ...intent, projectId });
    selectionSent(projectId, intent.request.videoIds);
    void queryClient.invalidateQueries({ queryKey: keys.credits });
    libraryChanged();
    if (stillWaiting()) show(projectId, go);
  } catch (error) {
    // The toast 'Starting Processing' is no longer true.
    dismissCurrent();
    // Without a response the request may have been received, so its key is reused for the next attempt.
    if (error instanceof ApiError && error.status < 500) writeSession(KEY, null);
    if (stillWaiting()) go({ stage: 'search', ...lastSearch() }, { replace: true });
    reportFailure(error, { fallback: 'The server could not be reached', report: explain });
  } finally {
    inFlight = false;
  }
}

function explain({ text, error }: Problem): void {
  if (error instanceof ApiError && error.status === 402) {
    alertNoCredits(error);
    return;
  }
  // eslint-disable-next-line no-console -- product.md 8.6: logged to the console
  console.error('Failed to start processing', error);
  setProcessingFailure({
    text: `Processing failed: ${asReason(text)}. No credit was used.`,
    runId: null,
    error,
  });
}

/**
 * Whether this tab has just requested a film: the one that is being started (`null`), or that of a project.
 */
export function isFilmRequested(projectId: string | null): boolean {
  const intent = readSession<Intent>(KEY);
  if (intent?.request.film === undefined) return false;
  return projectId === null || intent.projectId === projectId;
}

/** Whether the page still shows the pending start. */
function stillWaiting(): boolean {
  const place = currentPlace();
  return place?.stage === 'processing' && place.project === null;
}
