import { create } from 'zustand';
import type { io, Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '#contract/events.ts';
import type { ModelDownload } from '#contract/models.ts';
import { keys, libraryChanged, projectChanged, projectsChanged } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { setMusicProgress } from './music-progress.ts';
import { isActive, readRun, storeRun, useRuns } from './runs.ts';

/** Whether events are pushed ('live') or must be polled ('polling'). */
export const useTransport = create<{ live: boolean }>(() => ({ live: false }));

const RETURN_MS = 1000;
const RELOAD_MS = 4000;

let socket: Socket<ServerToClientEvents> | null = null;
/** Identifies the current start; `null` while stopped. */
let current: object | null = null;

/** The current transport, for tests and support. */
function setLive(live: boolean, name?: string): void {
  document.documentElement.dataset['transport'] = live ? (name ?? 'websocket') : 'polling-calls';
  if (useTransport.getState().live !== live) useTransport.setState({ live });
}

function setCredits(totalCredits: number): void {
  queryClient.setQueryData(keys.credits, (current) => current && { ...current, totalCredits });
  void queryClient.invalidateQueries({ queryKey: keys.credits });
}

/** The download of models progressed or ended, which changes the installed models. */
function takeDownload(download: ModelDownload | null): void {
  const current = queryClient.getQueryData(keys.models);
  // Another event follows. Reading again after each one might never end.
  if (!current && download?.state === 'downloading') return;
  if (!current || !download) return void queryClient.invalidateQueries({ queryKey: keys.models });
  // A read that is already running may be older than this event.
  void queryClient.cancelQueries({ queryKey: keys.models });
  queryClient.setQueryData(keys.models, { ...current, download });
}

/**
 * Reloads what was active when events may have been missed: by its project or by itself. After a lost
 * connection, another tab may have changed any project.
 */
function catchUp(again: boolean): void {
  if (again) projectsChanged();
  void queryClient.invalidateQueries({ queryKey: keys.models });
  for (const run of Object.values(useRuns.getState().runs)) {
    if (!isActive(run)) continue;
    if (run.projectId === null) void readRun(run.id).catch(() => undefined);
    else projectChanged(run.projectId);
  }
}

/** Handles the end of a session, after which this browser may have signed in again in another tab. */
async function askWhoIsHere(): Promise<void> {
  const userId = (): string | undefined => queryClient.getQueryData(keys.user)?.id;
  const before = userId();
  await queryClient.refetchQueries({ queryKey: keys.user });
  if (!userId()) return;
  // This tab shows the other account's data.
  if (userId() !== before) window.location.assign('/');
  else void startRealtime();
}

/** Loads the library as soon as possible. Returns `null` if `isNeeded` no longer holds. */
async function loadLibrary(isNeeded: () => boolean): Promise<typeof io | null> {
  while (isNeeded()) {
    try {
      const library = await import('socket.io-client');
      if (isNeeded()) return library.io;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    }
  }
  return null;
}

/**
 * Opens this page's only socket after the sign-in. It is loaded separately, so that no screen waits for it.
 */
export async function startRealtime(): Promise<void> {
  if (current) return;
  const own = (current = {});
  setLive(false);
  const connect = await loadLibrary(() => current === own);
  if (!connect) return;
  socket = connect({
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 4000,
    timeout: 8000,
  });
  let connected = false;
  socket.on('connect', () => {
    const engine = socket?.io.engine;
    setLive(true, engine?.transport.name);
    engine?.on('upgrade', () => setLive(true, engine.transport.name));
    catchUp(connected);
    connected = true;
  });
  socket.on('disconnect', (reason) => {
    setLive(false);
    // A server's shutdown message would make the library stop reconnecting.
    if (reason === 'io server disconnect') setTimeout(() => socket?.connect(), RETURN_MS);
  });
  socket.on('connect_error', () => setLive(false));
  socket.on('snapshot', ({ runs, totalCredits }) => {
    for (const run of runs) storeRun(run);
    if (queryClient.getQueryData(keys.credits)?.totalCredits !== totalCredits) setCredits(totalCredits);
  });
  socket.on('run.progressed', ({ run }) => storeRun(run));
  for (const type of ['run.completed', 'run.failed', 'run.cancelled'] as const) {
    socket.on(type, ({ run }) => {
      storeRun(run, true);
      projectChanged(run.projectId);
    });
  }
  socket.on('project.changed', ({ projectId }) => projectChanged(projectId));
  socket.on('credits.changed', ({ totalCredits }) => setCredits(totalCredits));
  socket.on('music.progressed', ({ projectId, percentage }) => setMusicProgress(projectId, percentage));
  socket.on('models.changed', ({ download }) => takeDownload(download));
  socket.on('session.ended', () => {
    stopRealtime();
    void askWhoIsHere();
  });
  window.addEventListener('online', libraryChanged);
}

export function stopRealtime(): void {
  socket?.disconnect();
  socket = null;
  current = null;
  setLive(false);
}
