import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type Durations, readDurations } from '../../../bin/lib/test/durations.mjs';
import { ROOT } from '../../../bin/lib/paths.mjs';

export interface QueuedFile {
  /** Relative to the checkout. */
  path: string;
  /** `sequence.groupOrder` of the file's project: vitest runs one group after another. */
  group: number;
  /** Position of the file's project in vitest.config.ts. */
  project: number;
}

/**
 * Compares files by group, then by project, then by duration, longest first. A file that starts last keeps the run
 * waiting for it alone. Projects stay together, because vitest reuses a process only for files of one project. A file
 * without a recorded duration may be slow, so it starts early.
 */
export const compareFiles =
  (durations: Durations) =>
  (a: QueuedFile, b: QueuedFile): number =>
    a.group - b.group ||
    a.project - b.project ||
    secondsOf(b, durations) - secondsOf(a, durations) ||
    (a.path < b.path ? -1 : 1);

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
      group: project.config.sequence.groupOrder,
      project: this.ctx.projects.indexOf(project),
    };
  }
}
