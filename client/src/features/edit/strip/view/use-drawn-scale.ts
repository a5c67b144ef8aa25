import { useEffect, useState } from 'react';

/** The pause after which pictures are drawn for a new scale, in ms. */
const REST_MS = 120;
/** The largest factor by which a picture is stretched. */
const MAX_STRETCH = 2;

/**
 * Returns the scale for which stills and waveforms are drawn. During a zoom they are stretched instead of
 * drawn in each frame.
 */
export function useDrawnScale(scale: number): number {
  const [drawnScale, setDrawnScale] = useState(scale);
  const isFar = Math.max(scale / drawnScale, drawnScale / scale) > MAX_STRETCH;
  if (isFar) setDrawnScale(scale);
  useEffect(() => {
    const timer = setTimeout(() => setDrawnScale(scale), REST_MS);
    return () => clearTimeout(timer);
  }, [scale]);
  return isFar ? scale : drawnScale;
}
