import { parseConfig } from '#core/config/config.ts';
import { createLogger } from '#core/lib/logger.ts';
import { auditLog } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { drain } from './commands/drain.ts';
import { gc } from './commands/gc.ts';
import { grant } from './commands/grant.ts';
import { invite } from './commands/invite.ts';
import { ledgerCheck } from './commands/ledger-check.ts';
import { moveFiles } from './commands/move-files.ts';
import { payments } from './commands/payments.ts';
import { queues } from './commands/queues.ts';
import { refund } from './commands/refund.ts';
import { restore } from './commands/restore.ts';
import { retry } from './commands/retry.ts';
import { runs } from './commands/runs.ts';
import { suspend } from './commands/suspend.ts';
import { usage } from './commands/usage.ts';
import { users } from './commands/users.ts';
import type { Command, Context } from './lib/command.ts';
import { createContext } from './lib/context.ts';
import { findEnvironment } from './lib/environment.ts';
import { runCommand } from './lib/run-command.ts';

const COMMANDS: Record<string, Command> = {
  runs,
  retry,
  queues,
  drain,
  'ledger-check': ledgerCheck,
  payments,
  users,
  usage,
  invite,
  grant,
  refund,
  suspend,
  audit: auditLog,
  gc,
  backup,
  restore,
  'move-files': moveFiles,
};

/**
 * Runs one command of the operator.
 * @returns the exit code: 0; 1 if something is wrong or failed; 2 if the arguments were invalid
 */
export function runOps(
  argv: string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const withContext = async (run: (context: Context) => Promise<number>) => {
    const config = parseConfig(findEnvironment(env));
    const context = createContext(config, createLogger('silent', 'ops'), print);
    try {
      return await run(context);
    } finally {
      await context.close();
    }
  };
  return runCommand({ name: 'npm run ops', commands: COMMANDS, print, withContext }, argv);
}
