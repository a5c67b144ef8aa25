import type { State } from '@uppy/core';
import { getETA, type UppyFile } from '@uppy/core/utils';
import type { Answer, Meta } from './upload-plugin.ts';

/** The states of a file (product.md 4.48). */
export type FileState = 'added' | 'uploading' | 'paused' | 'complete' | 'errored';
/** The overall states of an upload (product.md 4.49). */
export type OverallState =
  | 'waiting'
  | 'preprocessing'
  | 'uploading'
  | 'postprocessing'
  | 'complete'
  | 'error';

/**
 * A message shown for 5 s (product.md 9.30). The message about a lost connection stays until the connection
 * is back.
 */
export interface UploadNotice {
  id: number;
  text: string;
  good: boolean;
}

export interface FileView {
  file: File;
  state: FileState;
  /** The percentage, 0 to 100. */
  percent: number;
  /** The sent and the total number of bytes. */
  sent: number;
  total: number;
  /** `null` until something was sent. */
  secondsLeft: number | null;
}

/** The state of an upload, rendered by `UploadField`. */
export interface UploadState {
  overall: OverallState;
  file: FileView | null;
  /** The reason why the file did not arrive, in sentences. */
  problems: string[];
  /** Whether the server reported that the file can never be used. */
  unusable: boolean;
  /** Shown while the upload is stalled. */
  stalled: string | null;
  notices: UploadNotice[];
}

export const NO_UPLOAD: UploadState = {
  overall: 'waiting',
  file: null,
  problems: [],
  unusable: false,
  stalled: null,
  notices: [],
};

type UploadView = Pick<UploadState, 'overall' | 'file'>;

/** Returns the one file in Uppy's state. */
export function viewOf({ files }: Pick<State<Meta, Answer>, 'files'>): UploadView {
  const file = Object.values(files)[0];
  if (!file) return { overall: 'waiting', file: null };
  const { progress, size } = file;
  const total = size ?? 0;
  const sent = progress.bytesUploaded || 0;
  const view: FileView = {
    file: file.data as File,
    state: stateOf(file),
    percent: total > 0 ? Math.floor((sent / total) * 100) : 0,
    sent,
    total,
    secondsLeft: progress.uploadStarted && sent > 0 ? getETA(progress) : null,
  };
  return { overall: overallOf(view.state, file), file: view };
}

/** Whether a part of the file was sent, and the rest is still to be sent. */
export const isUnderWay = (view: FileView | null): boolean =>
  view?.state === 'uploading' || view?.state === 'paused';

/** A form's button label while its file is being sent. */
export function busyLabel(view: FileView | null): string | null {
  if (view?.state === 'paused') return 'Paused';
  return view?.state === 'uploading' ? 'Uploading...' : null;
}

function stateOf({ error, progress, isPaused }: UppyFile<Meta, Answer>): FileState {
  if (error) return 'errored';
  if (progress.uploadComplete) return 'complete';
  if (isPaused) return 'paused';
  return progress.uploadStarted ? 'uploading' : 'added';
}

function overallOf(state: FileState, { progress }: UppyFile<Meta, Answer>): OverallState {
  switch (state) {
    case 'added':
      return 'waiting';
    case 'errored':
      return 'error';
    case 'complete':
      return 'complete';
    case 'paused':
      return 'uploading';
    case 'uploading':
      if (progress.preprocess) return 'preprocessing';
      return progress.postprocess ? 'postprocessing' : 'uploading';
  }
}
