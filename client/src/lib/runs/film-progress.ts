import type { Run } from '#contract/runs.ts';

/** The share of the processing run in a film's total progress, in percent. */
const PROCESSING_PART = 50;

/** The progress of a film that follows a processing: two runs, shown as one. */
export interface FilmProgress {
  /** 1: sections are being made. 2: the film is about to start, is being made, or has ended. */
  step: 1 | 2;
  /** The run of the step. In step 2 it is the processing until the film has started. */
  run: Run;
  /** The percentage, 0 to 100. */
  percentage: number;
}

/**
 * Returns the progress of a project's processing and of the film that follows it; `null` if none follows.
 * @param generation the project's newest generation
 */
export function filmProgress(processing: Run | null, generation: Run | null): FilmProgress | null {
  if (!processing?.film) return null;
  if (processing.status !== 'completed') {
    return { step: 1, run: processing, percentage: (processing.percentage * PROCESSING_PART) / 100 };
  }
  if (!generation) {
    return processing.film === 'refused' ? null : { step: 2, run: processing, percentage: PROCESSING_PART };
  }
  const progress = (generation.percentage * (100 - PROCESSING_PART)) / 100;
  return { step: 2, run: generation, percentage: PROCESSING_PART + progress };
}

/** Whether the film is about to start and its run is not known yet. */
export const isFilmAwaited = (film: FilmProgress | null): boolean =>
  film?.step === 2 && film.run.kind === 'processing';
