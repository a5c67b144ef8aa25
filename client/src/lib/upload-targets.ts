import { MAX_UPLOAD_BYTES, type UploadResult } from '#contract/uploads.ts';
import type { Video } from '#contract/videos.ts';
import { call } from './api.ts';

/** The one request that carries a file, and what its answer gives. */
export interface FileRequest<T> {
  method: 'PUT' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body: Blob | FormData;
  read: (answer: string) => T;
}

/** What a place takes, one file at a time, and how it is sent there. */
export interface UploadTarget<T, Details = void> {
  maxBytes: number;
  types: string[];
  /** Made anew for each try: a signed address is good for one. */
  request: (file: File, details: Details) => Promise<FileRequest<T>>;
}

/** SPEC 9's section media: any video or image, by a PUT to a signed address. Gives the objectPath. */
export function sectionUpload(projectId: string): UploadTarget<string> {
  return {
    maxBytes: MAX_UPLOAD_BYTES,
    types: ['video/*', 'image/*'],
    request: async (file) => {
      const { objectPath, uploadURL } = await call<UploadResult>('POST', '/api/objects/upload', {
        body: { projectId, fileName: file.name, size: file.size, contentType: file.type },
      });
      return {
        method: 'PUT',
        url: uploadURL,
        headers: { 'content-type': file.type },
        body: file,
        read: () => objectPath,
      };
    },
  };
}

export interface ChannelDetails {
  title: string;
  description: string;
}

/** A video for the connected channel, by one form: what it is called goes before the file. Gives the video. */
export const channelUpload = (maxBytes: number): UploadTarget<Video, ChannelDetails> => ({
  maxBytes,
  types: ['video/*'],
  request: async (file, { title, description }) => {
    const body = new FormData();
    body.append('title', title);
    if (description) body.append('description', description);
    body.append('video', file);
    return {
      method: 'POST',
      url: '/api/youtube/upload',
      body,
      read: (answer) => JSON.parse(answer) as Video,
    };
  },
});
