import { join, resolve } from 'node:path';
import { type Config, parseConfig } from '#core/config/config.ts';
import { loadEnv } from '../../bin/lib/env.mjs';
import { ROOT } from '../../bin/lib/paths.mjs';
import type { Command } from '../lib/command.ts';
import { runCommand } from '../lib/run-command.ts';
import { importFolder, remove } from './bring.ts';
import type { ModelsContext } from './context.ts';
import { get } from './get.ts';
import { list, verify } from './look.ts';

const COMMANDS: Record<string, Command<ModelsContext>> = { list, get, verify, import: importFolder, remove };

/** What a command needs no value of, since it uses neither stores nor accounts. */
const NOT_USED = { DATABASE_URL: 'not-used', REDIS_URL: 'not-used', SECRET: 'not-used'.padEnd(32, '-') };

/**
 * Runs one command on the models of this machine; nothing else of the installation needs to run.
 * @returns the exit code: 0; 1 when something is wrong or failed; 2 when the command itself was wrong; 130 when stopped
 */
export function runModels(
  argv: string[],
  env: NodeJS.ProcessEnv,
  { print, draw, signal }: Omit<ModelsContext, 'config'>,
): Promise<number> {
  const withContext = async (run: (context: ModelsContext) => Promise<number>) => {
    try {
      return await run({ config: configOf(env), print, draw, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      print('Stopped. What has arrived stays, and the same command continues it.');
      return 130;
    }
  };
  return runCommand({ name: 'npm run models', commands: COMMANDS, print, withContext }, argv);
}

function configOf(processEnv: NodeJS.ProcessEnv): Config {
  const env = loadEnv(join(ROOT, '.env'), processEnv);
  // Local mode asks for no accounts; the models are the same.
  return parseConfig({
    ...NOT_USED,
    ...env,
    CUTROOM_MODE: 'local',
    DATA_DIR: resolve(ROOT, env['DATA_DIR'] || '.cutroom'),
  });
}
