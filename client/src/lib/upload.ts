import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import type { Meta } from '@uppy/core/utils';
import { MAX_UPLOAD_BYTES, type UploadResult } from '#contract/uploads.ts';
import { ApiError, call } from './api.ts';

/** SPEC 9: one file of at most 100 MB, any video or image type. */
export const UPLOAD_RESTRICTIONS = {
  maxFileSize: MAX_UPLOAD_BYTES,
  maxNumberOfFiles: 1,
  allowedFileTypes: ['video/*', 'image/*'],
};

/** What an upload says for itself, drawn by `UploadField`. Bytes. */
export interface UploadState {
  phase: 'waiting' | 'added' | 'uploading' | 'complete' | 'error';
  file: File | null;
  sent: number;
  total: number;
  /** Why a file was not taken, or why its upload failed. */
  messages: string[];
  /** The messages are good news, such as a connection that is back. */
  good: boolean;
}

export const NO_UPLOAD: UploadState = {
  phase: 'waiting',
  file: null,
  sent: 0,
  total: 0,
  messages: [],
  good: false,
};

export interface Upload {
  /** Takes a file in the place of the one before; several at once, or one that is not allowed, are refused. */
  choose: (files: File[]) => void;
  /** Sends the file in one piece, again after a failure. Gives its objectPath, or null when it did not arrive. */
  send: () => Promise<string | null>;
  /** Stops sending and keeps the file for another try. */
  stop: () => void;
  /** Lets go of the file. */
  clear: () => void;
  close: () => void;
}

/** One file for a section, kept by Uppy without its interface. Nothing is sent before `send`. */
export function openUpload(projectId: string, onChange: (state: UploadState) => void): Upload {
  const uppy = new Uppy<Meta, AwsBody>({ autoProceed: false, restrictions: UPLOAD_RESTRICTIONS });
  let told: Pick<UploadState, 'messages' | 'good'> = { messages: [], good: false };
  const publish = (): void => onChange({ ...viewOf(uppy), ...told });
  const say = (messages: string[], good = false): void => {
    told = { messages: [...new Set(messages)], good };
    publish();
  };

  uppy.use(AwsS3, {
    // Pausing a single PUT would begin it again from zero, so there is no pause.
    shouldUseMultipart: false,
    signRequest: async () => {
      const file = uppy.getFiles()[0];
      if (!file) throw new Error('There is nothing to send.');
      const { objectPath, uploadURL } = await call<UploadResult>('POST', '/api/objects/upload', {
        body: { projectId, fileName: file.name, size: file.size ?? undefined, contentType: file.type },
      });
      return { url: new URL(uploadURL, window.location.href).href, key: objectPath };
    },
  });
  const add = (files: File[]): void =>
    uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file, source: 'local' })));
  const current = (): File | null => viewOf(uppy).file;

  uppy.on('state-update', publish);
  // Uppy puts its notices away after some seconds; what went wrong stays until something else is tried.
  uppy.on('info-visible', () => {
    const news = uppy.getState().info?.at(-1);
    if (!news || uppy.getFiles()[0]?.error) return;
    if (news.type === 'error') say([...(told.good ? [] : told.messages), news.message]);
    else say([news.message], true);
  });
  uppy.on('upload-error', (file, error) => {
    const name = file?.name ?? 'the file';
    say([`Failed to upload ${name}`, ...reasonOf(error)]);
  });

  return {
    choose: (files) => {
      if (files.length === 0) return;
      say([]);
      const before = current();
      if (files.length === 1) uppy.cancelAll();
      add(files);
      if (before && !current()) add([before]);
    },
    send: async () => {
      say([]);
      const before = uppy.getFiles()[0];
      if (before && !before.progress.uploadComplete) await uppy.upload();
      const after = uppy.getFiles()[0];
      return after?.progress.uploadComplete ? (after.response?.body?.key ?? null) : null;
    },
    stop: () => {
      const file = current();
      uppy.cancelAll();
      if (file) add([file]);
    },
    clear: () => {
      uppy.cancelAll();
      say([]);
    },
    close: () => uppy.destroy(),
  };
}

function viewOf(uppy: Uppy<Meta, AwsBody>): UploadState {
  const file = uppy.getFiles()[0];
  if (!file) return NO_UPLOAD;
  const { uploadStarted, uploadComplete, bytesUploaded } = file.progress;
  const phase = file.error
    ? 'error'
    : uploadComplete
      ? 'complete'
      : uploadStarted
        ? 'uploading'
        : ('added' as const);
  return {
    ...NO_UPLOAD,
    phase,
    file: file.data instanceof File ? file.data : null,
    sent: typeof bytesUploaded === 'number' ? bytesUploaded : 0,
    total: file.size ?? 0,
  };
}

/** The server's own sentence, when it answered with one. */
function reasonOf(error: unknown): string[] {
  if (error instanceof ApiError) return [error.userMessage];
  const { body } = error as { body?: unknown };
  if (typeof body !== 'string') return [];
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? [message] : [];
  } catch {
    return [];
  }
}
