import type { Run, RunKind } from './runs.ts';

/** A run's message while none of its steps has one. */
export const stepsDone = ({ done, total }: { done: number; total: number }): string =>
  `${done} of ${total} ${total === 1 ? 'step' : 'steps'} done`;

/** The message of a run that made sections; `more` is 'more ' where others were there before. */
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

/** Whether it makes sections or a film, which sets its project's status; the other kinds run beside that. */
export const isMaking = ({ kind }: Pick<Run, 'kind'>): boolean => MAKES[kind];
