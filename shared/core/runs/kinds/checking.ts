import { checkFilm, type CheckingInput, checkingInputSchema } from '#contract/jobs/checking.ts';
import type { Executor } from '../../db/database.ts';
import { findCheck } from '../../repositories/runs/film-checks.ts';
import { insertRunRow, insertSteps, type PlannedStep } from '../../repositories/runs/run-steps.ts';
import { artifactOf, defineKind, findSameInProject, projectOf } from './kind.ts';

/** Expected work for each second of a film, in ms. */
const CHECK_MS_PER_SECOND = 60;

/** Checks a finished film in the background. It does not count towards the limit of its user's other runs. */
export const checking = defineKind<CheckingInput>({
  input: checkingInputSchema,
  costsCredit: false,
  needsRoom: false,
  changesSections: false,
  keepsSteps: false,
  plan: async (_, film) => planCheck(film),
  async completed(trx, _, steps) {
    const artifact = await artifactOf(trx, steps, checkFilm.name);
    // Stored with the run: the artifact may be collected while its film still exists.
    return { message: 'The film was checked.', result: artifact.data };
  },
  async findSame(trx, old) {
    const { artifactKey } = checkingInputSchema.parse(old.input);
    await findSameInProject(trx, old);
    const check = await findCheck(trx, { projectId: projectOf(old), artifactKey });
    return check?.isActive ? check.id : undefined;
  },
});

function planCheck({ durationMs }: CheckingInput): PlannedStep[] {
  const weight = 500 + (durationMs / 1000) * CHECK_MS_PER_SECOND;
  return [{ key: checkFilm.name, job: checkFilm.name, input: {}, dependsOn: [], weight }];
}

/**
 * Adds the check of a film to the end of its generation, unless this film is being or was checked. The
 * project must be locked. The check starts after the commit, as any run that waits.
 */
export async function addCheck(
  trx: Executor,
  { userId, projectId, input }: { userId: string; projectId: string; input: CheckingInput },
): Promise<void> {
  const { artifactKey, language } = input;
  const existing = await findCheck(trx, { projectId, artifactKey });
  if (existing && (existing.isActive || existing.result !== null)) return;
  const run = await insertRunRow(trx, { kind: 'checking', userId, projectId, language, input });
  await insertSteps(trx, run.id, planCheck(input));
}
