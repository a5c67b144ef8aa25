import { create } from 'zustand';
import type { AddedFootage } from '#contract/footage.ts';
import { announce } from '../announce.ts';
import { keys } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import { addManualVideo } from '../selection/manual-videos.ts';
import { readSession, writeSession } from '../session-storage.ts';
import { toast } from '../toast.ts';
import { refusalOf, uploadIdOf } from './footage-file.ts';
import type { Upload } from './upload.ts';
import { NO_UPLOAD, type UploadState } from './upload-state.ts';
import { type FootageDetails, footageUpload } from './upload-targets.ts';

/** The number of files that are sent concurrently. */
const MAX_CONCURRENT = 2;
const KEY = 'cutroom.footage';

/**
 * `stopped`: a reload ended the upload, and only the creator can select the file again. `failed`: it can be
 * retried. `refused`: it can never be footage.
 */
type Progress = 'waiting' | 'sending' | 'failed' | 'stopped' | 'refused';

export interface FootageUpload {
  id: string;
  name: string;
  size: number;
  progress: Progress;
  /** The progress of the file that is being sent. */
  seen: UploadState;
  /** The reason why the file was refused or failed, in sentences. */
  problem: string | null;
  /** The share that was sent before a reload, 0 to 100. */
  percent: number;
}

type StoredUpload = Pick<FootageUpload, 'id' | 'name' | 'size' | 'percent'>;

const entry = (stored: StoredUpload, progress: Progress, problem: string | null = null): FootageUpload => ({
  ...stored,
  progress,
  seen: NO_UPLOAD,
  problem,
});

/**
 * The files that are being added to the creator's footage, in the order of their arrival. They continue on
 * every stage.
 */
export const useFootageUploads = create<{ uploads: FootageUpload[] }>(() => ({
  uploads: (readSession<StoredUpload[]>(KEY) ?? []).map((stored) => entry(stored, 'stopped')),
}));

const files = new Map<string, File>();
const senders = new Map<string, Upload<AddedFootage, FootageDetails>>();
let maxBytes = 0;

const uploadsNow = (): FootageUpload[] => useFootageUploads.getState().uploads;
const find = (id: string): FootageUpload | undefined => uploadsNow().find((upload) => upload.id === id);

function setUploads(uploads: FootageUpload[]): void {
  useFootageUploads.setState({ uploads });
  const retained = uploads.filter(({ progress }) => progress !== 'refused');
  writeSession(
    KEY,
    retained.map(({ id, name, size, percent }): StoredUpload => ({ id, name, size, percent })),
  );
}

function change(id: string, patch: Partial<FootageUpload>): void {
  setUploads(uploadsNow().map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));
}

/** Accepts files: each is checked, queued and sent. A stopped file continues where it stopped. */
export async function addFootage(picked: File[], most: number): Promise<void> {
  maxBytes = most;
  for (const file of picked) {
    const id = await uploadIdOf(file);
    const existing = find(id);
    if (existing && (existing.progress === 'waiting' || existing.progress === 'sending')) continue;
    const problem = refusalOf(file, most);
    const facts = { id, name: file.name, size: file.size, percent: existing?.percent ?? 0 };
    const next = entry(facts, problem ? 'refused' : 'waiting', problem);
    if (!problem) files.set(id, file);
    setUploads(
      existing ? uploadsNow().map((upload) => (upload.id === id ? next : upload)) : [...uploadsNow(), next],
    );
  }
  const refused = uploadsNow().filter(({ progress }) => progress === 'refused').length;
  if (refused > 0)
    announce(refused === 1 ? '1 file couldn’t be added' : `${refused} files couldn’t be added`);
  startNext();
}

const isMoving = ({ progress, seen }: FootageUpload): boolean =>
  progress === 'sending' && seen.file?.state !== 'paused';

function startNext(): void {
  const uploads = uploadsNow();
  const free = MAX_CONCURRENT - uploads.filter(isMoving).length;
  for (const { id } of uploads.filter(({ progress }) => progress === 'waiting').slice(0, Math.max(0, free))) {
    void send(id);
  }
}

async function send(id: string): Promise<void> {
  const file = files.get(id);
  if (!file) return;
  change(id, { progress: 'sending', problem: null });
  // Loaded only now, since most visits send nothing.
  const opened = await import('./upload.ts').catch(() => null);
  if (!opened) change(id, { progress: 'failed', problem: 'The server could not be reached.' });
  if (!opened || find(id)?.progress !== 'sending') return;
  let sender = senders.get(id);
  if (!sender) {
    sender = opened.openUpload(footageUpload(maxBytes), (seen) => {
      change(id, { seen, ...(seen.file && { percent: seen.file.percent }) });
    });
    senders.set(id, sender);
    sender.choose([file]);
  }
  const outcome = await sender.send({ uploadId: id });
  const { problems = [], unusable = false, notices = [] } = find(id)?.seen ?? {};
  if (typeof outcome === 'object') {
    forget(id);
    arrived(outcome.result);
  } else if (outcome === 'failed') {
    change(id, {
      progress: unusable ? 'refused' : 'failed',
      problem: problems.join(': ') || 'Could not upload this file.',
    });
  } else if (outcome === 'refused') {
    change(id, { progress: 'refused', problem: notices.at(-1)?.text ?? 'Could not add this file.' });
  }
  startNext();
}

function arrived({ video, known }: AddedFootage): void {
  addManualVideo({ video, url: null, serverId: video.id });
  toast({
    title: known ? 'Already in Your Footage' : 'Video Uploaded Successfully',
    description: video.title,
  });
  void queryClient.invalidateQueries({ queryKey: keys.footage });
}

function forget(id: string): void {
  senders.get(id)?.close();
  senders.delete(id);
  files.delete(id);
  setUploads(uploadsNow().filter((upload) => upload.id !== id));
}

/** Sends a failed file again, from where it stopped. */
export function retryFootage(id: string): void {
  change(id, { progress: 'waiting', problem: null });
  startNext();
}

export function pauseOrResumeFootage(id: string): void {
  senders.get(id)?.pauseOrResume();
  startNext();
}

/** Stops a file and removes it from the list. */
export function cancelFootage(id: string): void {
  senders.get(id)?.cancel();
  forget(id);
  startNext();
}

window.addEventListener('beforeunload', (event) => {
  if (uploadsNow().some(({ progress }) => progress === 'sending' || progress === 'waiting'))
    event.preventDefault();
});
