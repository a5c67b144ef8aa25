// @ts-check
import { checkHealth } from './check-health.mjs';

const problem = await checkHealth(process.argv[2] ?? '');
if (problem !== null) console.error(problem);
// Without this, the connection to the service delays the end.
process.exit(problem === null ? 0 : 1);
