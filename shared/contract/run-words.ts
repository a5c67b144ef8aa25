import type { Run, RunKind } from './runs.ts';

/** Returns a run's message while none of its steps has one. */
export const stepsDone = ({ done, total }: { done: number; total: number }): string =>
  `${done} of ${total} ${total === 1 ? 'step' : 'steps'} done`;

/** Returns the message of a run that created sections. `more` is 'more ' if there were sections before. */
export const sectionsReady = (count: number, more: '' | 'more ' = ''): string =>
  `${count} ${more}${count === 1 ? 'section is' : 'sections are'} ready.`;

const MAKES: Record<RunKind, boolean> = {
  processing: true,
  generation: true,
  preparation: false,
  publishing: false,
  translation: false,
  listening: false,
  checking: false,
  hearing: false,
  previewing: false,
  framing: false,
};

/**
 * Whether it creates sections or a film, which sets its project's status. Other kinds do not affect the
 * status.
 */
export const isMaking = ({ kind }: Pick<Run, 'kind'>): boolean => MAKES[kind];
