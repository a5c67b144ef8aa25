/** What a run's message says while no step of it says more. */
export const stepsDone = ({ done, total }: { done: number; total: number }): string =>
  `${done} of ${total} steps done`;
