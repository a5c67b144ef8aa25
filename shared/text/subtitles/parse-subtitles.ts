import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { isAss, readEvents } from './ass-events.ts';
import { readBlocks } from './cue-blocks.ts';
import { cuesOfBlock } from './cue-text.ts';
import type { Cue } from './cue-times.ts';
import { decodeText } from './decode-text.ts';
import { withoutCopies, withoutRolling } from './rolling-captions.ts';

export type { Cue } from './cue-times.ts';

export interface Subtitles {
  /** The cues in order of time. */
  cues: Cue[];
  /** The number of cues that have a text but no usable times. */
  unreadable: number;
}

/**
 * Parses SubRip, WebVTT or Advanced SubStation as found in practice: any encoding of `decodeText`, any line
 * endings, missing numbers, blank lines in cues, non-standard times, any markup.
 * @returns no cues for a file that is too large or does not contain subtitles; never throws
 */
export function readSubtitles(bytes: Uint8Array): Subtitles {
  if (bytes.byteLength > SUBTITLES_MAX_BYTES) return { cues: [], unreadable: 0 };
  const lines = decodeText(bytes).split(/\r\n|\r|\n/);
  const hasLayers = isAss(lines);
  const { blocks, unreadable } = hasLayers ? readEvents(lines) : readBlocks(lines);
  const cues = blocks.flatMap(cuesOfBlock).sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  return { cues: withoutRolling(hasLayers ? withoutCopies(cues) : cues), unreadable };
}

/** The cues of `readSubtitles`. */
export const parseSubtitles = (bytes: Uint8Array): Cue[] => readSubtitles(bytes).cues;
