import { makeProxy } from '#contract/jobs/processing.ts';
import { type PreviewingInput, previewingInputSchema } from '#contract/jobs/previewing.ts';
import type { Executor } from '../../db/database.ts';
import { findActivePreviewing, findWithoutProxy } from '../../repositories/media/proxies.ts';
import { insertRunRow, insertSteps, type PlannedStep } from '../../repositories/runs/run-steps.ts';
import { proxyWeight } from '../weights.ts';
import { defineKind, findSameInProject, projectOf } from './kind.ts';

/**
 * Makes the proxy of one video of existing sections in the background: no step of another run waits for it.
 */
export const previewing = defineKind<PreviewingInput>({
  input: previewingInputSchema,
  costsCredit: false,
  needsRoom: false,
  changesSections: false,
  keepsSteps: true,
  plan: async (_, input) => planPreviewing(input),
  completed: async () => ({ message: 'The preview is ready.', result: {} }),
  async findSame(trx, old) {
    await findSameInProject(trx, old);
    const { fetchKey } = previewingInputSchema.parse(old.input);
    return findActivePreviewing(trx, projectOf(old), fetchKey);
  },
});

function planPreviewing({ durationMs, ...input }: PreviewingInput): PlannedStep[] {
  const weight = proxyWeight(durationMs);
  return [{ key: makeProxy.name, job: makeProxy.name, input, dependsOn: [], weight }];
}

/**
 * Adds a run for each of a project's videos that lacks a proxy. The project must be locked. The runs start
 * after the commit, as any run that waits.
 */
export async function addPreviewings(
  trx: Executor,
  { userId, projectId }: { userId: string; projectId: string },
): Promise<void> {
  for (const input of await findWithoutProxy(trx, projectId)) {
    const run = await insertRunRow(trx, { kind: 'previewing', userId, projectId, language: null, input });
    await insertSteps(trx, run.id, planPreviewing(input));
  }
}
