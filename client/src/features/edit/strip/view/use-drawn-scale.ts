import { useEffect, useState } from 'react';

/** After a zoom rests for this long, pictures are drawn for its scale. */
const REST_MS = 120;
/** A picture is stretched by this factor at most. */
const MOST_STRETCH = 2;

/**
 * The scale for which stills and waveforms are drawn. During a zoom it is the earlier one, so that they are stretched
 * instead of drawn in each frame.
 */
export function useDrawnScale(scale: number): number {
  const [drawn, setDrawn] = useState(scale);
  const isFar = Math.max(scale / drawn, drawn / scale) > MOST_STRETCH;
  if (isFar) setDrawn(scale);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(scale), REST_MS);
    return () => clearTimeout(timer);
  }, [scale]);
  return isFar ? scale : drawn;
}
