import { finishTranslation } from '#contract/jobs/translation.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { Handler } from './handler.ts';

/** Counts the translated texts. The run's end stores them in the sections. */
export const handleFinishTranslation: Handler<'finish-translation'> = async (context) => {
  const { backend, run, dependencies } = context;
  const keys = Object.values(dependencies).filter((key) => key !== null);
  const key = artifactKey(finishTranslation, [run.userId, ...keys.toSorted()]);
  return backend.artifacts.build(finishTranslation, key, run.userId, async () => ({
    data: { translated: keys.length },
    files: [],
  }));
};
