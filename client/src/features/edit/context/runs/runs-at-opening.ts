import { useState } from 'react';
import type { Project } from '#contract/projects.ts';
import { useRuns } from '../../../../lib/runs/runs.ts';

/**
 * The IDs of the runs that were known when the editor opened a project. A run with another ID has begun since, whatever
 * the clocks of the browser and the server say.
 */
export function useRunsAtOpening({ generation, translation, hearing }: Project): ReadonlySet<string> {
  const [ids] = useState(() => {
    // The project's runs are stored only after the first rendering.
    const runs = [generation, translation, hearing, ...Object.values(useRuns.getState().runs)];
    return new Set(runs.flatMap((run) => (run ? [run.id] : [])));
  });
  return ids;
}
