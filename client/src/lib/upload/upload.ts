import Uppy, { type RestrictionError } from '@uppy/core';
import { UPLOAD_NOTICE_MS } from '../../config/constants.ts';
import { ApiError } from '../api/api.ts';
import { type Problem, reportFailure } from '../api/attempt.ts';
import { UPLOAD_LOCALE } from './upload-locale.ts';
import { type Answer, FileSender, type Meta } from './upload-plugin.ts';
import { isUnderWay, type UploadNotice, type UploadState, viewOf } from './upload-state.ts';
import type { UploadTarget } from './upload-targets.ts';

/** The result of sending: the response, or why it is missing. */
export type Outcome<T> = { result: T } | 'failed' | 'cancelled' | 'refused';

export interface Upload<T, Details = void> {
  /** Replaces the file. A refused file leaves the previous one in place. */
  choose: (files: File[]) => void;
  /**
   * Sends the file, again after a failure; a sent file is not sent twice. Without a file, or its metadata,
   * nothing is sent, which is reported like any restriction. `onFail` receives the reason of a failure,
   * unless the session is over.
   */
  send: (details: Details, onFail?: (problem: Problem) => void) => Promise<Outcome<T>>;
  /** Pauses the upload, or resumes it. */
  pauseOrResume: () => void;
  /** Removes the file and stops a pending request. */
  cancel: () => void;
  close: () => void;
}

const SILENCE = { problems: [], unusable: false, stalled: null, notices: [] };

/** Uploads one file to a target, with Uppy but without its interface. Nothing is sent before `send`. */
export function openUpload<T, Details>(
  target: UploadTarget<T, Details>,
  onChange: (state: UploadState) => void,
): Upload<T, Details> {
  let details: Details;
  let notifyOwner: ((problem: Problem) => void) | undefined;
  const uppy = new Uppy<Meta, Answer>({
    autoProceed: false,
    locale: UPLOAD_LOCALE,
    infoTimeout: UPLOAD_NOTICE_MS,
    restrictions: {
      maxFileSize: target.maxBytes,
      minFileSize: 1,
      maxTotalFileSize: target.maxTotalBytes,
      maxNumberOfFiles: 1,
      minNumberOfFiles: 1,
      allowedFileTypes: target.types,
      requiredMetaFields: target.required,
    },
  }).use(FileSender, { request: (file, uploadId) => target.request(file, details, uploadId) });

  let reported: Pick<UploadState, 'problems' | 'unusable' | 'stalled' | 'notices'> = SILENCE;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const publish = (): void => onChange({ ...viewOf(uppy.getState()), ...reported });
  const report = (changes: Partial<typeof reported>): void => {
    reported = { ...reported, ...changes };
    publish();
  };
  const offline = uppy.i18n('noInternetConnection');
  const failure = (name = ''): string => uppy.i18n('failedToUpload', { file: name });
  const silence = (): void =>
    report({ ...SILENCE, notices: reported.notices.filter(({ text }) => text === offline) });
  const withdraw = (notice: UploadNotice): void =>
    report({ notices: reported.notices.filter((other) => other !== notice) });

  // Uppy reports progress every 500 ms at most, and other events immediately.
  for (const event of [
    'files-added',
    'file-removed',
    'upload-start',
    'upload-pause',
    'preprocess-progress',
    'preprocess-complete',
    'postprocess-progress',
    'upload-success',
  ] as const)
    uppy.on(event, publish);
  uppy.on('progress', () => report({ stalled: null }));
  uppy.on('upload-stalled', ({ message }) => report({ stalled: message }));
  uppy.on('upload-error', (file, error) => {
    const what = failure(file?.name);
    report({ problems: [what], unusable: isUnusable(error), stalled: null });
    reportFailure(error, {
      fallback: 'The server could not be reached.',
      report: (problem) => {
        report({ problems: [what, problem.text] });
        notifyOwner?.(problem);
      },
    });
  });
  // Uppy removes the oldest of its notices, whatever their durations, so the times are stored here.
  let noticeId = 0;
  uppy.on('info-visible', () => {
    const { message: text, type } = uppy.getState().info!.at(-1)!;
    // The message about a failed or stalled file stays as long as it is true.
    if (type === 'warning' || text === failure(uppy.getFiles()[0]?.name)) return;
    const notice = { id: noticeId++, text, good: type === 'success' };
    report({ notices: [...reported.notices.filter(({ text }) => text !== offline), notice] });
    if (notice.text === offline) return;
    timers.add(setTimeout(() => withdraw(notice), UPLOAD_NOTICE_MS));
  });

  /** Sends the files. Returns `true` if a restriction forbids it, which is reported and can be corrected. */
  const isRefused = async (fileId: string | undefined): Promise<boolean> => {
    try {
      await uppy.upload();
      return false;
    } catch (error) {
      if (!(error as Partial<RestrictionError<Meta, Answer>>).isRestriction) throw error;
      if (fileId) uppy.setFileState(fileId, { error: null });
      publish();
      return true;
    }
  };

  return {
    choose: (files) => {
      if (files.length === 0) return;
      const { files: before } = uppy.getState();
      const current = viewOf(uppy.getState()).file;
      if (isUnderWay(current)) {
        uppy.info(uppy.i18n('noMoreFilesAllowed'), 'error', UPLOAD_NOTICE_MS);
        return;
      }
      silence();
      // Uppy reports the same file again as a duplicate, unless it failed and is to be retried.
      const replaces =
        files.length === 1 && !(current && current.state !== 'errored' && isSame(current.file, files[0]!));
      if (replaces) uppy.setState({ files: {} });
      uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file, source: 'local' })));
      if (uppy.getFiles().length === 0) uppy.setState({ files: before });
      publish();
    },
    send: async (newDetails, onFail) => {
      details = newDetails;
      notifyOwner = onFail;
      silence();
      const file = uppy.getFiles()[0];
      if (file) uppy.setFileMeta(file.id, { ...(newDetails as Meta | undefined) });
      if (!file?.progress.uploadComplete && (await isRefused(file?.id))) return 'refused';
      const after = uppy.getFiles()[0];
      if (!after) return 'cancelled';
      const answer = after.progress.uploadComplete ? after.response?.body : undefined;
      return answer ? { result: answer.result as T } : 'failed';
    },
    pauseOrResume: () => {
      const file = uppy.getFiles()[0];
      report({ stalled: null });
      if (file) uppy.pauseResume(file.id);
    },
    cancel: () => {
      uppy.cancelAll();
      silence();
    },
    close: () => {
      timers.forEach(clearTimeout);
      uppy.destroy();
    },
  };
}

/** Whether the server refuses the file itself, so that sending it again cannot help. */
function isUnusable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { retryable = true } = (error.details ?? {}) as { retryable?: boolean };
  return !retryable || error.status === 413 || error.status === 415;
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.type === b.type && a.lastModified === b.lastModified;
