import { useCallback, useMemo, type ReactElement } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { Section } from '#contract/sections.ts';
import type { FilmTimeline } from '../../../components/player/film/timeline/timeline.ts';
import { Peaks } from '../../../components/player/Peaks.tsx';
import { filmPeaks, type SourceSound } from '../section/film/peaks.ts';

interface FilmWaveformProps {
  sections: readonly Section[];
  timeline: FilmTimeline;
}

/** The waveform of the whole film. A narration has a constant height while it speaks. */
export function FilmWaveform({ sections, timeline }: FilmWaveformProps): ReactElement {
  const urls = useMemo(
    () => [...new Set(sections.flatMap(({ preview }) => preview?.peaksUrl ?? []))],
    [sections],
  );
  const loaded = useQueries({
    queries: urls.map((url) => ({ queryKey: [url] })),
    combine: (results) => results.map(({ data }) => data as number[] | undefined),
  });
  const peakColumns = useCallback(
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
  return <Peaks peakColumns={peakColumns} className="text-white/40" />;
}
