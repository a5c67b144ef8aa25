import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Durations, readDurations } from '../../../bin/lib/test/durations.mjs';
import { ROOT } from '../../../bin/lib/paths.mjs';

export interface QueuedFile {
  /** The path relative to the checkout. */
  path: string;
  /** Position of the file's project in vitest.config.ts. */
  project: number;
}

/**
 * Compares files by project, then by duration, longest first: a long file that starts last keeps the run waiting. The
 * files of a project stay together, because vitest reuses a process only within a project. A file without a recorded
 * duration may be slow, so it starts early. vitest itself divides the sorted files into its groups.
 */
export const compareFiles =
  (durations: Durations) =>
  (a: QueuedFile, b: QueuedFile): number =>
    a.project - b.project || secondsOf(b, durations) - secondsOf(a, durations) || (a.path < b.path ? -1 : 1);

const secondsOf = ({ path }: QueuedFile, durations: Durations) => durations[path] ?? Number.MAX_SAFE_INTEGER;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const compare = compareFiles(readDurations());
    return files
      .map((specification) => ({ specification, queued: this.#queuedFile(specification) }))
      .toSorted((a, b) => compare(a.queued, b.queued))
      .map(({ specification }) => specification);
  }

  #queuedFile({ moduleId, project }: TestSpecification): QueuedFile {
    return {
      path: relative(ROOT, moduleId),
      project: this.ctx.projects.indexOf(project),
    };
  }
}
