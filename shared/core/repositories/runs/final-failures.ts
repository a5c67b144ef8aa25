import { type RawBuilder, sql } from 'kysely';
import { FINAL_MEDIA_CODES } from '../../ffmpeg/errors.ts';

/** Codes of failed steps that follow from the chosen files alone, so that a retry cannot help. */
const FINAL_CODES = [
  ...FINAL_MEDIA_CODES,
  'too_long',
  // The link leads to a page without a video.
  'page',
  // The steps before it say why.
  'no_videos',
];

/** Whether a failed step's code is one of a file that can never be used. */
export const isFinal = (code: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${code} IN (${sql.join(FINAL_CODES)})`;
