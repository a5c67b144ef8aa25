// `npm test` and `npm run check`: the gates, then the tests. See CONTRIBUTING.md.
import { nodeVersionProblem } from './lib/node-version.mjs';

const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
const { runTests } = await import('./lib/test/run-tests.mjs');
await runTests(process.argv.slice(2));
