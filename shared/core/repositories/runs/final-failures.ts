import { type RawBuilder, sql } from 'kysely';
import { FINAL_MEDIA_CODES } from '../../ffmpeg/errors.ts';

/** Codes of failed steps that are caused only by the chosen files, so that a retry cannot help. */
const FINAL_CODES = [
  ...FINAL_MEDIA_CODES,
  'too_long',
  // The link leads to a page without a video.
  'page',
  // Earlier steps contain the reason.
  'no_videos',
];

/** Whether a failed step's code means that the file can never be used. */
export const isFinal = (code: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${code} IN (${sql.join(FINAL_CODES)})`;
