/**
 * Returns the key of a step within its run's plan. `places` distinguish steps of the same job, such as the
 * index of a section. Plans are stored with these keys, so a changed key breaks the runs of an upgrade.
 */
export const stepKey = (job: { name: string }, ...places: (number | string)[]): string =>
  [job.name, ...places].join('-');
