export interface ProgressReport {
  /** Frames written so far. */
  frame: number;
  /** Time written so far, in ms. */
  outTimeMs: number;
}

/** Parses ffmpeg's `-progress` output from chunks of any size, and reports each complete block. */
export function progressParser(onReport: (report: ProgressReport) => void): (chunk: string) => void {
  let rest = '';
  const current: ProgressReport = { frame: 0, outTimeMs: 0 };
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(-1024);
    for (const line of lines) {
      const [key, value] = line.trim().split('=', 2);
      const number = Number(value);
      // ffmpeg writes N/A before the first packet and negative times while priming.
      if (key === 'frame' && Number.isFinite(number)) current.frame = Math.max(current.frame, number);
      if (key === 'out_time_us' && Number.isFinite(number)) {
        current.outTimeMs = Math.max(current.outTimeMs, Math.round(number / 1000));
      }
      if (key === 'progress') onReport({ ...current });
    }
  };
}

/** Returns the completed part, 0 to 1: by frames if their number is known, otherwise by time. */
export function progressFraction(report: ProgressReport, total: { frames?: number; ms?: number }): number {
  const part = total.frames
    ? report.frame / total.frames
    : total.ms
      ? report.outTimeMs / total.ms
      : Number.NaN;
  return Number.isFinite(part) ? Math.max(0, Math.min(1, part)) : 0;
}
