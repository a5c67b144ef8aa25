import { AROUND_MS, MAX_SPEED, MAX_TEMPO, readingMs } from '#film/time/section-length.ts';

export interface Fitting {
  look: 'fits' | 'tight' | 'long';
  /** The time that the text takes to read, in seconds. */
  reads: number;
  /**
   * The share of the section that the reading fills. Above 1, the text does not fit at the voice's own pace.
   */
  fillRatio: number;
  /** How the text will be made to fit, in a sentence; empty if nothing is necessary. */
  text: string;
}

const tenths = (seconds: number): string => `${seconds.toFixed(1)} s`;

/**
 * Predicts how a text fits its section before it is recorded. `pace` is the voice's own, in characters per
 * second. `length` is the section's duration in the film, in seconds. An image or a title card lasts as long
 * as its narration.
 */
export function fitting(
  text: string,
  { length, pace, still }: { length: number; pace?: number | undefined; still: boolean },
): Fitting {
  const reads = readingMs(text, pace) / 1000;
  const needed = reads + AROUND_MS / 1000;
  if (still) return { look: 'fits', reads, fillRatio: 0, text: '' };
  const fillRatio = needed / length;
  if (fillRatio <= 1) return { look: 'fits', reads, fillRatio, text: '' };
  const most = MAX_SPEED * MAX_TEMPO;
  const faster = reads / Math.max(0.1, length - AROUND_MS / 1000);
  if (faster <= most) {
    const percent = Math.max(1, Math.round((faster - 1) * 100));
    return { look: 'tight', reads, fillRatio, text: `We’ll speed it up by ${percent}%.` };
  }
  const over = reads / most + AROUND_MS / 1000 - length;
  const sped = Math.round((most - 1) * 100);
  return {
    look: 'long',
    reads,
    fillRatio,
    text: `It’s ${tenths(over)} too long, even sped up by ${sped}%. We’ll extend, slow down or freeze the picture.`,
  };
}
