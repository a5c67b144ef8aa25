import { useCallback, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Section } from '#contract/sections.ts';
import { Peaks } from '../../../components/player/Peaks.tsx';
import { columnPeaks, type Span } from '../section/ranges.ts';

/** The waveform of a part of a video, in the text colour. */
export function Waveform({ section, view }: { section: Section; view: Span }): ReactElement {
  const url = section.preview?.peaksUrl ?? null;
  const perSecond = section.preview?.peaksPerSecond ?? 0;
  const { data: peaks, isError } = useQuery<number[]>({ queryKey: [url], enabled: url !== null });
  const { start, end } = view;
  const peakColumns = useCallback(
    (count: number) => columnPeaks(peaks ?? [], perSecond, { start, end }, count),
    [peaks, perSecond, start, end],
  );
  if (url === null || isError) {
    return (
      <span className="text-muted grid size-full place-items-center text-xs">
        {isError ? 'Could not load the waveform' : 'This video has no sound'}
      </span>
    );
  }
  return <Peaks peakColumns={peaks ? peakColumns : null} className="text-muted" />;
}
