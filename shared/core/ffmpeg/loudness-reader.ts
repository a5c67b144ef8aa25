export interface Loudness {
  integratedLufs: number;
  truePeakDb: number;
}

/**
 * Collects the final summary of `ebur128=peak=true` from ffmpeg's log (level `info`). The result is `null`
 * for silence or missing audio.
 * @param name of the filter, if there are several
 */
export function loudnessReader(name = 'ebur128'): {
  line: (text: string) => void;
  result: () => Loudness | null;
} {
  let inSummary = false;
  let integrated = Number.NaN;
  let peak = Number.NaN;
  return {
    line: (text) => {
      if (text.includes('ebur128') && text.includes('Summary:')) inSummary = text.includes(name);
      if (!inSummary) return;
      integrated = Number(/^\s*I:\s*(\S+) LUFS/.exec(text)?.[1] ?? integrated);
      peak = Number(/^\s*Peak:\s*(\S+) dBFS/.exec(text)?.[1] ?? peak);
    },
    // -70 LUFS is the absolute gate: nothing was louder.
    result: () =>
      Number.isFinite(integrated) && Number.isFinite(peak) && integrated > -70
        ? { integratedLufs: integrated, truePeakDb: peak }
        : null,
  };
}
