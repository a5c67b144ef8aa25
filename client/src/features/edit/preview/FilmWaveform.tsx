import { useCallback, useMemo, type ReactElement } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Section } from '#contract/sections.ts';
import { clipAt, type FilmTimeline, sourceAt } from '../../../components/player/film/timeline.ts';
import { Peaks } from '../../../components/player/Peaks.tsx';
import { columnPeaks } from '../section/ranges.ts';

interface FilmWaveformProps {
  sections: readonly Section[];
  timeline: FilmTimeline;
}

/** The waveform of the whole film. A narration has one height while it speaks. */
export function FilmWaveform({ sections, timeline }: FilmWaveformProps): ReactElement {
  const urls = useMemo(
    () => [...new Set(sections.flatMap(({ preview }) => preview?.peaksUrl ?? []))],
    [sections],
  );
  const loaded = useQueries({
    queries: urls.map((url) => ({ queryKey: [url] })),
    combine: (results) => results.map(({ data }) => data as number[] | undefined),
  });
  const columnsOf = useCallback(
    (count: number) => {
      const byUrl = new Map(urls.map((url, index) => [url, loaded[index]]));
      const sounds = new Map<string, SourceSound>();
      for (const { id, preview } of sections) {
        const peaks = byUrl.get(preview?.peaksUrl ?? '');
        if (peaks) sounds.set(id, { peaks, perSecond: preview!.peaksPerSecond });
      }
      return filmPeaks(timeline, sounds, count);
    },
    [urls, loaded, sections, timeline],
  );
  return <Peaks columnsOf={columnsOf} className="text-white/40" />;
}

/** The peaks of a video's sound, 0 to 100, and how many there are in a second. */
interface SourceSound {
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
