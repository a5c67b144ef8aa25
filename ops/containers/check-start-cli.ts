import { checkStart } from './check-start.ts';

const STANDINS_WITHIN_MS = 30_000;

const problem = await checkStart(process.env, STANDINS_WITHIN_MS);
if (problem === null) console.log('The configuration is complete.');
else {
  console.error(problem);
  process.exitCode = 1;
}
