import * as calls from '#contract/calls/index.ts';
import { MUSIC_ENDINGS } from '#contract/music-limits.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';
import type { AddedFootage } from '#contract/footage.ts';
import type { Video } from '#contract/videos.ts';
import { call, readAnswer, urlOf } from '../api/api.ts';
import { VIDEO_ENDINGS } from './footage-file.ts';

/** The request with a file or its remainder, and the value of its response. */
export interface FileRequest<T> {
  method: 'PUT' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** `null` if the file's parts are all that is sent. */
  body: Blob | FormData | null;
  /** The number of bytes of the file that arrived before. */
  offset: number;
  /** The ranges of a file that are sent with a PUT each, before the request itself if it has a body. */
  parts?: { url: string; start: number; end: number }[];
  file?: Blob;
  /** Identifies the upload, to resume it after an interruption. */
  uploadId: string;
  read: (answer: string) => T;
}

/** The restrictions of an upload target, which accepts one file at a time, and how the file is sent. */
export interface UploadTarget<T, Details = void> {
  /** The largest size of one file, and of all files sent together. */
  maxBytes: number;
  maxTotalBytes: number;
  types: string[];
  /** Metadata that a file needs before it is sent. */
  required: (keyof Details & string)[];
  /**
   * Creates the request for each attempt. With the `uploadId` of a stopped upload, it sends the rest of the
   * file.
   */
  request: (file: File, details: Details, uploadId: string | null) => Promise<FileRequest<T>>;
}

/** Larger videos may go straight to the store of the files, in parts. */
const MAX_FORM_BYTES = 8 * 2 ** 20;

/** Uploads section media (product.md 9.8): any video or image. Returns the `objectPath`. */
export const sectionUpload = (projectId: string): UploadTarget<string> => ({
  ...projectUpload(['video/*', 'image/*']),
  request: (file, _, begun) => openObject(file, { projectId, contentType: file.type }, begun),
});

/**
 * Uploads music. Browsers name its types differently, so only the server checks it. Returns the `objectPath`.
 */
export const musicUpload = (projectId: string): UploadTarget<string> => ({
  ...projectUpload(['audio/*', ...MUSIC_ENDINGS]),
  request: (file, _, begun) => openObject(file, { projectId }, begun),
});

const projectUpload = (types: string[]) => ({
  maxBytes: MAX_UPLOAD_BYTES,
  maxTotalBytes: MAX_UPLOAD_BYTES,
  types,
  required: [],
});

/** Sends a file of a project by a PUT to a signed URL. */
async function openObject(
  file: File,
  about: { projectId: string; contentType?: string },
  begun: string | null,
): Promise<FileRequest<string>> {
  const body = { ...about, fileName: file.name, size: file.size };
  const opened = await call(calls.requestUpload, {
    body: begun === null ? body : { ...body, objectPath: begun },
  });
  const { objectPath, uploadURL, offset = 0, parts } = opened;
  const identity = { offset, uploadId: objectPath, read: () => objectPath };
  if (parts) return { ...identity, method: 'PUT', url: uploadURL, body: null, file, parts };
  return {
    ...identity,
    method: 'PUT',
    url: offset > 0 ? `${uploadURL}&offset=${offset}` : uploadURL,
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file.slice(offset, file.size, file.type),
  };
}

export interface ChannelDetails {
  title: string;
  description: string;
}

/**
 * Sends a video to the connected channel by one form, in which the title precedes the file. Returns the
 * video.
 */
export const channelUpload = (maxBytes: number): UploadTarget<Video, ChannelDetails> => ({
  maxBytes,
  maxTotalBytes: maxBytes,
  types: ['video/*'],
  required: ['title'],
  request: async (file, { title, description }, begun) => {
    const uploadId = begun ?? crypto.randomUUID();
    const { offset, parts } =
      begun === null && file.size <= MAX_FORM_BYTES
        ? { offset: 0 }
        : await call(calls.readChannelUpload, { params: { id: uploadId }, query: { size: file.size } });
    const body = new FormData();
    body.append('title', title);
    if (description) body.append('description', description);
    if (!parts) body.append('video', file.slice(offset, file.size, file.type), file.name);
    return {
      method: calls.uploadToChannel.method,
      url: urlOf(calls.uploadToChannel, { query: { uploadId, offset: parts ? 0 : offset } }),
      body,
      ...(parts && { parts, file }),
      offset,
      uploadId,
      read: (answer) => readAnswer(calls.uploadToChannel, answer),
    };
  },
});

/**
 * Returns the ID of a file's upload. It is the same whenever the same file is sent, so that the upload is
 * resumed after a reload.
 */
export interface FootageDetails {
  uploadId: string;
}

/** Sends a video to the creator's own footage by one form, in which the name precedes the file. */
export const footageUpload = (maxBytes: number): UploadTarget<AddedFootage, FootageDetails> => ({
  maxBytes,
  maxTotalBytes: maxBytes,
  types: ['video/*', ...VIDEO_ENDINGS],
  required: [],
  request: async (file, { uploadId }) => {
    const about = { params: { id: uploadId }, query: { size: file.size } };
    const { offset: arrived, parts } = await call(calls.readFootageUpload, about);
    const offset = arrived <= file.size ? arrived : 0;
    const body = new FormData();
    body.append('name', file.name);
    if (!parts) body.append('video', file.slice(offset, file.size, file.type), file.name);
    return {
      method: calls.sendFootage.method,
      url: urlOf(calls.sendFootage, { query: { uploadId, offset: parts ? 0 : offset } }),
      body,
      ...(parts && { parts, file }),
      offset,
      uploadId,
      read: (answer) => readAnswer(calls.sendFootage, answer),
    };
  },
});
