import { BasePlugin, type PluginOpts, type Uppy } from '@uppy/core';
import { filterFilesToUpload, ProgressTimeout, type UppyFile } from '@uppy/core/utils';
import { UPLOAD_STALLED_MS } from '../../config/constants.ts';
import { ApiError } from '../api/api.ts';
import type { FilePart, FileRequest } from './upload-targets.ts';

export type Meta = Record<string, unknown>;
export interface Answer extends Record<string, unknown> {
  result: unknown;
}
type UploadedFile = UppyFile<Meta, Answer>;

interface Options extends PluginOpts {
  request: (file: File, uploadId: string | null) => Promise<FileRequest<unknown>>;
}

/** Stops a request. After 'pause' it can be resumed; after 'end' it cannot. */
type Stop = 'pause' | 'end';

/**
 * Sends each file, by one request if nothing interrupts it. A paused file, or one that lost its connection,
 * is resumed where it stopped.
 */
export class FileSender extends BasePlugin<Options, Meta, Answer> {
  /** Started uploads that can be resumed, by file. */
  readonly #begun = new Map<string, string>();
  /** The files that arrived completely and are not in use yet. */
  readonly #arrived = new Set<string>();
  /** The time for which each file has been sent, without its pauses, in ms. */
  readonly #sentMs = new Map<string, number>();

  constructor(uppy: Uppy<Meta, Answer>, opts: Options) {
    super(uppy, opts);
    this.id = 'FileSender';
    this.type = 'uploader';
  }

  override install(): void {
    const { capabilities } = this.uppy.getState();
    this.uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });
    this.uppy.addUploader(this.#upload);
  }

  override uninstall(): void {
    this.uppy.removeUploader(this.#upload);
  }

  readonly #upload = async (ids: string[]): Promise<void> => {
    const files = filterFilesToUpload(this.uppy.getFilesByIds(ids));
    this.uppy.emit('upload-start', files);
    await Promise.all(files.map((file) => this.#send(file)));
  };

  async #send(file: UploadedFile): Promise<void> {
    const { uppy } = this;
    const controls = this.#controlsOf(file);
    try {
      for (;;) {
        const result = await this.#sendOnce(file, controls.begin());
        if (result === 'pause' && (await controls.resumed()) === 'go on') continue;
        this.#forget(file);
        if (typeof result !== 'string')
          uppy.emit('upload-success', uppy.getFile(file.id), { status: 200, body: result });
        return;
      }
    } catch (error) {
      // A refused file would be refused again, so it starts from the beginning.
      if (error instanceof ApiError && !this.#arrived.has(file.id)) this.#forget(file);
      uppy.emit('upload-error', uppy.getFile(file.id), error as Error);
    } finally {
      controls.close();
    }
  }

  /** Sends the whole file or its remainder. Returns why it was stopped, if it was. */
  async #sendOnce(file: UploadedFile, stop: AbortSignal): Promise<Answer | Stop> {
    const { uppy } = this;
    const silence = new ProgressTimeout(UPLOAD_STALLED_MS, (ms) => {
      uppy.emit('upload-stalled', new Error(uppy.i18n('uploadStalled', { seconds: ms / 1000 })), [file]);
    });
    silence.progress();
    let sendingSince: number | null = null;
    try {
      uppy.emit('preprocess-progress', file, { mode: 'indeterminate' });
      // If the browser does not know the type, it was determined from the file's name.
      const data = new File([file.data as File], file.name ?? '', { type: file.type });
      const request = await this.opts.request(data, this.#begun.get(file.id) ?? null);
      this.#begun.set(file.id, request.uploadId);
      stop.throwIfAborted();
      uppy.emit('preprocess-complete', file);
      sendingSince = Date.now();
      this.#beganAt(file, sendingSince - (this.#sentMs.get(file.id) ?? 0));
      const bytesTotal = data.size;
      const reportShare = (share: number): void => {
        const bytesUploaded = Math.round(request.offset + share * (bytesTotal - request.offset));
        uppy.emit('upload-progress', file, { uploadStarted: Date.now(), bytesUploaded, bytesTotal });
      };
      reportShare(0);
      const listeners = {
        onProgress: (share: number) => {
          silence.progress();
          reportShare(share);
        },
        onSent: () => uppy.emit('postprocess-progress', file, { mode: 'indeterminate' }),
      };
      const { parts, form, offset } = request;
      let answer = await sendParts(data, parts, stop, listeners);
      const isInForm = offset + bytesOf(parts) < bytesTotal;
      if (!isInForm) this.#arrived.add(file.id);
      if (form) {
        const onProgress = isInForm ? listeners.onProgress : () => undefined;
        answer = await sendRequest({ method: 'POST', ...form }, stop, { ...listeners, onProgress });
      } else listeners.onSent();
      return { result: await request.read(answer, stop) };
    } catch (error) {
      if (!stop.aborted) throw error;
      uppy.emit('postprocess-complete', file);
      return stop.reason as Stop;
    } finally {
      silence.done();
      const before = this.#sentMs.get(file.id) ?? 0;
      if (sendingSince !== null) this.#sentMs.set(file.id, before + Date.now() - sendingSince);
    }
  }

  #forget({ id }: UploadedFile): void {
    this.#begun.delete(id);
    this.#arrived.delete(id);
    this.#sentMs.delete(id);
  }

  /** The values from which Uppy computes the time left; `at` is a time in ms. */
  #beganAt({ id }: UploadedFile, at: number): void {
    const { progress } = this.uppy.getFile(id);
    if (progress.uploadStarted) this.uppy.setFileState(id, { progress: { ...progress, uploadStarted: at } });
  }

  /** The creator's actions on a file while it is sent. */
  #controlsOf(file: UploadedFile) {
    const { uppy } = this;
    let underWay = new AbortController();
    let goOn: (next: 'go on' | 'end') => void = () => undefined;
    const stop = (why: Stop): void => underWay.abort(why);
    const onPause = (paused: UploadedFile | undefined, isPaused: boolean): void => {
      if (paused?.id !== file.id) return;
      if (isPaused) stop('pause');
      else goOn('go on');
    };
    const onRemove = (removed: UploadedFile): void => {
      if (removed.id !== file.id) return;
      stop('end');
      goOn('end');
    };
    uppy.on('upload-pause', onPause);
    uppy.on('file-removed', onRemove);
    return {
      begin: (): AbortSignal => {
        underWay = new AbortController();
        return underWay.signal;
      },
      resumed: (): Promise<'go on' | 'end'> =>
        new Promise((resolve) => {
          goOn = resolve;
          const current = uppy.getState().files[file.id];
          if (!current) resolve('end');
          else if (!current.isPaused) resolve('go on');
        }),
      close: (): void => {
        uppy.off('upload-pause', onPause);
        uppy.off('file-removed', onRemove);
      },
    };
  }
}

interface Sending {
  method: 'PUT' | 'POST';
  url: string;
  headers?: Record<string, string> | undefined;
  body: Blob | FormData;
}

interface Listeners {
  /** `share` is the sent part of the body, 0 to 1. */
  onProgress: (share: number) => void;
  /** The whole body was sent, and the response is pending. */
  onSent: () => void;
}

const bytesOf = (parts: FilePart[]): number => parts.reduce((sum, { start, end }) => sum + end - start, 0);

/** Sends the missing parts of a file, one after another. Returns the last response. */
async function sendParts(
  file: File,
  parts: FilePart[],
  signal: AbortSignal,
  { onProgress, onSent }: Listeners,
): Promise<string> {
  const total = bytesOf(parts);
  let sent = 0;
  let answer = '';
  for (const { url, start, end, headers } of parts) {
    const before = sent;
    sent += end - start;
    const isLast = sent === total;
    const request = { method: 'PUT' as const, url, headers, body: file.slice(start, end) };
    answer = await sendRequest(request, signal, {
      onProgress: (share) => onProgress((before + share * (end - start)) / total),
      onSent: () => isLast && onSent(),
    });
  }
  return answer;
}

/**
 * Sends the body and returns the response's text.
 * @throws ApiError if the server refuses it, another Error if the connection breaks
 */
function sendRequest(
  { method, url, headers = {}, body }: Sending,
  signal: AbortSignal,
  { onProgress, onSent }: Listeners,
): Promise<string> {
  // `fetch` does not report upload progress.
  const xhr = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    xhr.upload.addEventListener('load', onSent);
    xhr.addEventListener('load', () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve(xhr.responseText);
      else reject(new ApiError(xhr.status, xhr.statusText, xhr.responseText));
    });
    xhr.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    xhr.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
}
