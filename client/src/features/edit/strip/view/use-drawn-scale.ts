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
  const [drawn, setDrawn] = useState(scale);
  const isFar = Math.max(scale / drawn, drawn / scale) > MAX_STRETCH;
  if (isFar) setDrawn(scale);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(scale), REST_MS);
    return () => clearTimeout(timer);
  }, [scale]);
  return isFar ? scale : drawn;
}
