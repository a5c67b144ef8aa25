import type { IncomingHttpHeaders } from 'node:http';
import { StepError } from '../../lib/errors.ts';

export const NOT_FOR_SERVERS = 'This site does not let servers download this video. Upload the file instead.';
const NO_PAGE_READER =
  'This server cannot find videos in web pages, because yt-dlp is not installed on it. Add the link of a video file, or upload the file instead.';
const NOT_A_VIDEO =
  'This link does not lead to a video. Add the link of a video file, or upload the file instead.';

/**
 * Media types that no video file has. A server that does not know the type sends application/octet-stream or
 * text/plain.
 */
const OTHER_TYPES = /^(image|font|message|model)\/|^text\/(?!plain)|json|xml|html|javascript|pdf|zip/;
const PAGE_TYPES = /html|mpegurl|dash\+xml/;
/** How pages and playlists begin, whatever their names. */
const PAGE_START = /^\s*(<(!doctype|html|head|body|\?xml|!--)|#EXTM3U)/i;

/** Whether the link leads to a page, in which yt-dlp may find a video. */
export const isPage = (error: unknown) => error instanceof StepError && error.code === 'page';

/** The code of an error that only occurs on an installation without yt-dlp. */
export const NO_PAGES = 'no_pages';
export const noPageReader = () => new StepError(NO_PAGES, NO_PAGE_READER);

export const notAVideo = (cause?: unknown) => new StepError('not_media', NOT_A_VIDEO, { cause });

const page = () => new StepError('page', 'This link leads to a page, not to a video file.');

export const isPageType = (headers: IncomingHttpHeaders) =>
  PAGE_TYPES.test(headers['content-type']?.toLowerCase() ?? '');

/** @throws StepError if a response's type rules out a video file; `page` if it is a page */
export function refuseOtherTypes(headers: IncomingHttpHeaders): void {
  if (isPageType(headers)) throw page();
  if (OTHER_TYPES.test(headers['content-type']?.toLowerCase() ?? '')) throw notAVideo();
}

/** @throws StepError `page` if a file begins like a page */
export function refusePageStart(start: Buffer): void {
  if (PAGE_START.test(start.toString('latin1', 0, 256))) throw page();
}

/** Returns the error for a failed response; `null` if a retry may succeed. */
export function finalRefusal(status: number): StepError | null {
  if (status === 404 || status === 410) {
    return new StepError('not_found', 'There is no video at this link any more.');
  }
  if ([401, 402, 403, 407, 451].includes(status)) return new StepError('refused', NOT_FOR_SERVERS);
  if (status >= 500 || status === 408 || status === 425 || status === 429) return null;
  return new StepError('refused', `The site of this link refuses to give the video (${status}).`);
}

export function tooLarge(maxBytes: number): StepError {
  const size = maxBytes >= 2 ** 30 ? `${round(maxBytes / 2 ** 30)} GB` : `${round(maxBytes / 2 ** 20)} MB`;
  return new StepError('too_large', `This video is larger than ${size}.`);
}

const round = (value: number) => Math.round(value * 10) / 10;
