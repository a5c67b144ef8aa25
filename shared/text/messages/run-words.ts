/** Returns a run's message while none of its steps has one. */
export const stepsDone = ({ done, total }: { done: number; total: number }): string =>
  `${done} of ${total} ${total === 1 ? 'step' : 'steps'} done`;

/** Returns the message of a run that created sections. `more` is 'more ' if there were sections before. */
export const sectionsReady = (count: number, more: '' | 'more ' = ''): string =>
  `${count} ${more}${count === 1 ? 'section is' : 'sections are'} ready.`;
