import { toSrt as srtOf, toVtt as vttOf } from '#core/subtitles/formats.ts';
import type { Timeline } from './timeline.ts';
import { mediaLine } from './text.ts';

/** The film's captions as SubRip, which has no place for anything else. */
export const toSrt = ({ cues }: Timeline): string => srtOf(cues);

/** The film's captions as WebVTT; a note lists the media. */
export const toVtt = ({ cues, media }: Timeline): string =>
  vttOf(cues, media.length > 0 ? ['Media', ...media.map(mediaLine)] : []);
