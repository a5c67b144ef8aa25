// `npm test`, `npm run test:full` and `npm run check`: the gates and the tests. See CONTRIBUTING.md.
import { nodeVersionProblem } from './lib/node-version.mjs';

const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
const { runTests } = await import('./lib/test/run-tests.mjs');
await runTests(process.argv.slice(2));
