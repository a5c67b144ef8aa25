import type { RunKind } from '#contract/run-kinds.ts';
import { checking } from './checking.ts';
import { framing } from './framing.ts';
import { generation } from './generation.ts';
import { hearing } from './hearing.ts';
import type { RunKindDefinition } from './kind.ts';
import { listening } from './listening.ts';
import { preparation } from './preparation.ts';
import { previewing } from './previewing.ts';
import { processing } from './processing.ts';
import { publishing } from './publishing.ts';
import { translation } from './translation.ts';

/** All kinds of runs; a missing one does not compile. */
export const KINDS = {
  processing,
  generation,
  preparation,
  publishing,
  translation,
  listening,
  checking,
  hearing,
  previewing,
  framing,
} satisfies {
  [Kind in RunKind]: RunKindDefinition<unknown>;
};

export type InputOf<Kind extends RunKind> =
  (typeof KINDS)[Kind] extends RunKindDefinition<infer Input> ? Input : never;

/** Returns the kind of a run's row. @throws Error if a newer version started the run */
export function kindOf({ id, kind }: { id: string; kind: string }): RunKindDefinition<unknown> {
  if (!Object.hasOwn(KINDS, kind))
    throw new Error(`Run ${id} is of the kind "${kind}", which this version does not know.`);
  return KINDS[kind as RunKind];
}

/** Returns the kinds with a property. */
export const kindsWhere = (is: (kind: RunKindDefinition<unknown>) => boolean): RunKind[] =>
  (Object.keys(KINDS) as RunKind[]).filter((kind) => is(KINDS[kind]));
