import { clipAt, type FilmTimeline, sourceAt } from '../../../components/player/film/timeline.ts';
import { columnPeaks } from '../section/ranges.ts';

/** The peaks of a video's sound, 0 to 100, and how many there are in a second. */
export interface SourceSound {
  peaks: readonly number[];
  perSecond: number;
}

/** How high a narration is drawn: its recording is not looked at. */
const SPOKEN = 50;

/**
 * The highest peak in each of `count` columns of a film, 0 to 100, as loud as the film plays it.
 * @param sounds of the parts whose own sound is known, by their ids
 */
export function filmPeaks(timeline: FilmTimeline, sounds: Map<string, SourceSound>, count: number): number[] {
  const step = timeline.length / count;
  return Array.from({ length: count }, (_, column) => {
    const second = (column + 0.5) * step;
    const clip = timeline.leads[clipAt(timeline, second)];
    if (!clip) return 0;
    const { id, sound } = clip.part;
    const since = second - clip.place.from;
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
