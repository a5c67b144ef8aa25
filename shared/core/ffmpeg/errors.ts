export type MediaErrorCode =
  | 'not_media'
  | 'unsupported'
  | 'too_large'
  | 'truncated'
  | 'timeout'
  | 'aborted'
  | 'disk_full'
  | 'failed';

/** Failures caused by the file alone: every further attempt fails too. */
export const FINAL_MEDIA_CODES: readonly MediaErrorCode[] = [
  'not_media',
  'unsupported',
  'too_large',
  'truncated',
];

/** Messages for failures without a more exact one. */
const MESSAGES: Record<MediaErrorCode, string> = {
  not_media: 'This file is not a video that can be read.',
  unsupported: 'This kind of video is not supported.',
  too_large: 'This video is too large.',
  truncated: 'This file is incomplete: its end is missing.',
  timeout: 'Processing this video took too long.',
  aborted: 'The work was cancelled.',
  disk_full: 'The disk of the server is full. Please try again later.',
  failed: 'This video could not be processed.',
};

/**
 * A failure of media work. `message` is for the creator, `detail` (ffmpeg's output, paths) is only for the
 * log.
 */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: MediaErrorCode;
  readonly detail: string;

  constructor(code: MediaErrorCode, options: { message?: string; detail?: string; cause?: unknown } = {}) {
    super(options.message ?? MESSAGES[code], { cause: options.cause });
    this.code = code;
    this.detail = options.detail ?? '';
  }
}

const DISK_FULL = /: (No space left on device|Disk quota exceeded)$/;

/** Whether a line of ffmpeg's log reports a failed write. ffmpeg may still exit with 0. */
export const reportsFullDisk = (line: string): boolean => DISK_FULL.test(line);

const PATTERNS: [RegExp, MediaErrorCode][] = [
  [/picture size \S+ (is invalid|exceeds)/i, 'too_large'],
  [/Number of streams exceeds/i, 'unsupported'],
  [/Format not on whitelist|not on whitelist|Invalid data found when processing input/i, 'not_media'],
  [/moov atom not found|EBML header parsing failed|could not find codec parameters/i, 'not_media'],
  [/Decoder .* not found|no decoder found|Decoding requested, but no decoder/i, 'unsupported'],
];

/** Classifies a failure by the end of ffmpeg's log; `failed` if the log does not say. */
export function classifyStderr(stderr: string): MediaErrorCode {
  return PATTERNS.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'failed';
}
