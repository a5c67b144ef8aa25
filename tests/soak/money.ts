import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * The long form of random credit operations: by the ledger's own functions (ledger-at-random.test.ts), or with --calls
 * by the API and the engine (credits-at-random.test.ts), which takes ten times as long. Prints one JSON line. node
 * --import tsx tests/soak/money.ts [--operations 1000000] [--seed 1] [--calls]
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'boolean', default: false },
  },
});
const test = values.calls ? 'credits-at-random' : 'ledger-at-random';
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const child = spawn(
  process.execPath,
  [vitest, 'run', `tests/medium/account/${test}.test.ts`, '--testTimeout', String(24 * 3600 * 1000)],
  {
    stdio: 'inherit',
    env: { ...process.env, MONEY_OPERATIONS: values.operations, MONEY_SEED: values.seed },
  },
);
child.once('exit', (code) => process.exit(code ?? 1));
