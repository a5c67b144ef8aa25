import * as calls from '#contract/calls/index.ts';
import { MUSIC_ENDINGS } from '#contract/music-limits.ts';
import { MAX_UPLOAD_BYTES, type UploadResult } from '#contract/uploads.ts';
import type { AddedFootage } from '#contract/footage.ts';
import type { Video } from '#contract/videos.ts';
import { call, readAnswer, urlOf } from '../api/api.ts';
import { VIDEO_ENDINGS } from './footage-file.ts';

/** A range of a file's bytes, which is sent by a PUT of its own. */
export interface FilePart {
  url: string;
  start: number;
  end: number;
  headers?: Record<string, string>;
}

/** How a file, or its remainder, is sent. */
export interface FileRequest<T> {
  /** Identifies the upload, to resume it after an interruption. */
  uploadId: string;
  /** The number of bytes of the file that arrived before. */
  offset: number;
  /** What is missing, in order. */
  parts: FilePart[];
  /** The form that follows the parts. Without parts, it contains the file. */
  form?: { url: string; body: FormData };
  /** Returns the result, given the last response. */
  read: (answer: string, signal: AbortSignal) => T | Promise<T>;
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

/** Smaller videos for a channel are sent by one form (product.md 7.12), from the start after a failure. */
const MAX_FORM_BYTES = 8 * 2 ** 20;

/** Uploads section media (product.md 9.8): any video or image. Returns the `objectPath`. */
export const sectionUpload = (projectId: string): UploadTarget<string> => ({
  ...projectUpload(['video/*', 'image/*']),
  request: (file, _, startedId) => openObject(file, { projectId, contentType: file.type }, startedId),
});

/**
 * Uploads music. Browsers name its types differently, so only the server checks it. Returns the `objectPath`.
 */
export const musicUpload = (projectId: string): UploadTarget<string> => ({
  ...projectUpload(['audio/*', ...MUSIC_ENDINGS]),
  request: (file, _, startedId) => openObject(file, { projectId }, startedId),
});

const projectUpload = (types: string[]) => ({
  maxBytes: MAX_UPLOAD_BYTES,
  maxTotalBytes: MAX_UPLOAD_BYTES,
  types,
  required: [],
});

async function openObject(
  file: File,
  about: { projectId: string; contentType?: string },
  startedId: string | null,
): Promise<FileRequest<string>> {
  const body = { ...about, fileName: file.name, size: file.size };
  const opened = await call(calls.requestUpload, {
    body: startedId === null ? body : { ...body, objectPath: startedId },
  });
  return { ...missingOf(file, opened), uploadId: opened.objectPath, read: () => opened.objectPath };
}

/** Opens or resumes the upload of an own video. */
async function openVideo(file: File, purpose: 'footage' | 'channel', uploadId: string) {
  const { name: fileName, size, type } = file;
  const contentType = type.startsWith('video/') ? type : undefined;
  const body = { purpose, uploadId, fileName, size, contentType };
  return { ...missingOf(file, await call(calls.requestVideoUpload, { body })), uploadId };
}

/** Returns what is missing of a file, and the signed URLs for it. */
function missingOf(
  { size, type }: File,
  { uploadURL, offset = 0, parts }: UploadResult,
): Pick<FileRequest<unknown>, 'offset' | 'parts'> {
  if (parts || offset >= size) return { offset, parts: parts ?? [] };
  const url = offset > 0 ? `${uploadURL}&offset=${offset}` : uploadURL;
  const headers = { 'content-type': type || 'application/octet-stream' };
  return { offset, parts: [{ url, start: offset, end: size, headers }] };
}

export interface ChannelDetails {
  title: string;
  description: string;
}

/**
 * Sends a video to the connected channel. A larger file is uploaded before its form. Returns the video.
 */
export const channelUpload = (maxBytes: number): UploadTarget<Video, ChannelDetails> => ({
  maxBytes,
  maxTotalBytes: maxBytes,
  types: ['video/*'],
  required: ['title'],
  request: async (file, { title, description }, startedId) => {
    const uploadId = startedId ?? crypto.randomUUID();
    const isInForm = file.size <= MAX_FORM_BYTES;
    const missing = isInForm ? { offset: 0, parts: [] } : await openVideo(file, 'channel', uploadId);
    const body = new FormData();
    body.append('title', title);
    if (description) body.append('description', description);
    if (isInForm) body.append('video', file, file.name);
    return {
      ...missing,
      uploadId,
      form: { url: urlOf(calls.uploadToChannel, { query: { uploadId } }), body },
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

/** Uploads a video and adds it to the creator's own footage. */
export const footageUpload = (maxBytes: number): UploadTarget<AddedFootage, FootageDetails> => ({
  maxBytes,
  maxTotalBytes: maxBytes,
  types: ['video/*', ...VIDEO_ENDINGS],
  required: [],
  request: async (file, { uploadId }) => ({
    ...(await openVideo(file, 'footage', uploadId)),
    read: (_, signal) => call(calls.addFootage, { params: { id: uploadId }, signal }),
  }),
});
