import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { filmProgress, isFilmAwaited } from '../../../client/src/lib/runs/film-progress.ts';
import { makeRun } from '../../helpers/served/project.ts';

const processing = (changes: Partial<Run> = {}) => makeRun('processing', { film: 'planned', ...changes });
const generation = (changes: Partial<Run> = {}) => makeRun('generation', changes);

describe('the progress of a film that follows a processing', () => {
  // product 17.9
  it('is one percentage that rises over both runs', () => {
    const ended = processing({ status: 'completed', percentage: 100 });
    const started = processing({ status: 'completed', percentage: 100, film: 'started' });
    const figures = [
      filmProgress(processing({ percentage: 0 }), null),
      filmProgress(processing({ percentage: 40 }), null),
      filmProgress(processing({ percentage: 99 }), null),
      filmProgress(ended, null),
      filmProgress(started, null),
      filmProgress(started, generation({ percentage: 0 })),
      filmProgress(started, generation({ percentage: 50 })),
      filmProgress(started, generation({ status: 'completed', percentage: 100 })),
    ];
    expect(figures.map((film) => film?.percentage)).toEqual([0, 20, 49.5, 50, 50, 50, 75, 100]);
    expect(figures.map((film) => film?.step)).toEqual([1, 1, 1, 2, 2, 2, 2, 2]);
    expect(figures.map(isFilmAwaited)).toEqual([false, false, false, true, true, false, false, false]);
  });

  it('is absent without a film', () => {
    expect(filmProgress(null, null)).toBeNull();
    expect(filmProgress(makeRun('processing'), generation())).toBeNull();
    expect(filmProgress(processing({ status: 'completed', film: 'refused' }), null)).toBeNull();
  });
});
