import { clipAt } from '../../../../components/player/film/timeline/shown-at.ts';
import { sourceAt } from '../../../../components/player/film/timeline/source-time.ts';
import type { FilmTimeline } from '../../../../components/player/film/timeline/timeline.ts';
import { columnPeaks, type Span } from '../ranges.ts';

/** The peaks of a video's audio, 0 to 100, and their number per second. */
export interface SourceSound {
  peaks: readonly number[];
  perSecond: number;
}

/** The height of a narration in the waveform, which does not depend on its recording. */
const SPOKEN = 50;

/**
 * Returns the highest peak in each of `count` columns of a film, 0 to 100, at the film's volume.
 * @param sounds the audio of the parts, by part ID, as far as it is known
 * @param span the range of the film that the columns divide, in seconds; the whole film by default
 */
export function filmPeaks(
  timeline: FilmTimeline,
  sounds: ReadonlyMap<string, SourceSound>,
  count: number,
  span: Span = { start: 0, end: timeline.length },
): number[] {
  const step = (span.end - span.start) / count;
  return Array.from({ length: count }, (_, column) => {
    const second = span.start + (column + 0.5) * step;
    const clip = timeline.leads[clipAt(timeline, second)];
    if (!clip) return 0;
    const { id, sound } = clip.part;
    const since = second - clip.place.start;
    const { narration } = sound;
    const speaks = narration?.spoken.some(
      ({ start, end }) => narration.lead + start <= since && since < narration.lead + end,
    );
    const own = sounds.get(id);
    if (!own || clip.rate === 0) return speaks ? SPOKEN : 0;
    const [start, end] = [sourceAt(clip, second - step / 2), sourceAt(clip, second + step / 2)];
    const [peak = 0] = columnPeaks(own.peaks, own.perSecond, { start, end }, 1);
    const level = (speaks ? sound.under : sound.own) * sound.fade(since);
    return Math.max(speaks ? SPOKEN : 0, Math.min(100, peak * level));
  });
}
