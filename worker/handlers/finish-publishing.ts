import { finishPublishing } from '#contract/jobs/publishing.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Handler } from './handler.ts';

/** Ends a publishing after everything was tried that is added to its video. */
export const handleFinishPublishing: Handler<'finish-publishing'> = async ({ backend, run }) =>
  backend.artifacts.build(
    finishPublishing,
    artifactKey(finishPublishing, [run.id]),
    run.userId,
    async () => ({
      data: {},
      files: [],
    }),
  );
