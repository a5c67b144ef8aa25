import { toSrt as srtOf, toVtt as vttOf } from '#film/captions/subtitle-formats.ts';
import type { Timeline } from './timeline.ts';
import { mediaLine } from './text.ts';

/** Writes the film's captions as SubRip, which supports nothing else. */
export const toSrt = ({ cues }: Timeline): string => srtOf(cues);

/** Writes the film's captions as WebVTT, with a note that lists the media. */
export const toVtt = ({ cues, media }: Timeline): string =>
  vttOf(cues, media.length > 0 ? ['Media', ...media.map(mediaLine)] : []);
