import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The long form of the fuzzing of every route (tests/contract/http/fuzz-routes.test.ts). Prints one JSON line of figures.
 * node --import tsx tests/soak/fuzz-routes.ts [--requests 10000] [--seed 1]
 */
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', 'tests/contract/http/fuzz-routes.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
});
child.once('exit', (code) => process.exit(code ?? 1));
