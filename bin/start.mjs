// `npm start`: everything that Cutroom needs, in one command. See README.md. The version check comes before any
// other import, so that an old Node prints one sentence, not a syntax error.
import { nodeVersionProblem } from './lib/node-version.mjs';

const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
const { runStart } = await import('./lib/start/run-start.mjs');
await runStart(process.argv.slice(2));
