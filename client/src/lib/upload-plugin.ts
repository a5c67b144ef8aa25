import { BasePlugin, type PluginOpts, type Uppy } from '@uppy/core';
import { filterFilesToUpload, ProgressTimeout, type UppyFile } from '@uppy/core/utils';
import { UPLOAD_STALLED_MS } from '../config/constants.ts';
import { ApiError } from './api.ts';
import type { FileRequest } from './upload-targets.ts';

export type Meta = Record<string, unknown>;
/** What the request's answer gave. */
export interface Answer extends Record<string, unknown> {
  result: unknown;
}
type UploadedFile = UppyFile<Meta, Answer>;

interface Options extends PluginOpts {
  request: (file: File) => Promise<FileRequest<unknown>>;
}

/**
 * Sends each file by one request of its own: whole or not at all. Such an upload can be stopped and begun
 * again, but not paused, so Uppy is never told that it could be resumed.
 */
export class OneRequest extends BasePlugin<Options, Meta, Answer> {
  constructor(uppy: Uppy<Meta, Answer>, opts: Options) {
    super(uppy, opts);
    this.id = 'OneRequest';
    this.type = 'uploader';
  }

  override install(): void {
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
    const gone = new AbortController();
    const stop = (removed: UploadedFile): void => {
      if (removed.id === file.id) gone.abort();
    };
    const silence = new ProgressTimeout(UPLOAD_STALLED_MS, (ms) => {
      uppy.emit('upload-stalled', new Error(uppy.i18n('uploadStalled', { seconds: ms / 1000 })), [file]);
    });
    uppy.on('file-removed', stop);
    silence.progress();
    try {
      uppy.emit('preprocess-progress', file, { mode: 'indeterminate' });
      // A type that the browser did not know was found by the name.
      const data = new File([file.data as File], file.name ?? '', { type: file.type });
      const request = await this.opts.request(data);
      if (gone.signal.aborted) return;
      uppy.emit('preprocess-complete', file);
      const answer = await sendRequest(request, gone.signal, {
        onProgress: (share) => {
          silence.progress();
          const bytesTotal = file.size ?? 0;
          const bytesUploaded = Math.round(share * bytesTotal);
          uppy.emit('upload-progress', file, { uploadStarted: Date.now(), bytesUploaded, bytesTotal });
        },
        onSent: () => uppy.emit('postprocess-progress', file, { mode: 'indeterminate' }),
      });
      const body = { result: request.read(answer) };
      uppy.emit('upload-success', uppy.getFile(file.id), { status: 200, body });
    } catch (error) {
      if (!gone.signal.aborted) uppy.emit('upload-error', uppy.getFile(file.id), error as Error);
    } finally {
      silence.done();
      uppy.off('file-removed', stop);
    }
  }
}

interface Listeners {
  /** `share` of the body that was sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** All of it was sent; the answer is still to come. */
  onSent: () => void;
}

/** Gives the answer's text; throws ApiError for a refusal, another Error for a broken connection. */
function sendRequest(
  { method, url, headers = {}, body }: FileRequest<unknown>,
  signal: AbortSignal,
  { onProgress, onSent }: Listeners,
): Promise<string> {
  // Not fetch: it does not tell how much was sent.
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
