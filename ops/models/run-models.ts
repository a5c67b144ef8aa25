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

/** Placeholders for settings that commands do not need, since they use neither stores nor accounts. */
const NOT_USED = { DATABASE_URL: 'not-used', REDIS_URL: 'not-used', SECRET: 'not-used'.padEnd(32, '-') };

/**
 * Runs one command on the models of this machine; no other part of the installation needs to run.
 * @returns the exit code: 0; 1 if something is wrong or failed; 2 if the arguments were invalid; 130 if
 * stopped
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
      print('Stopped. The received part is kept; the same command resumes the download.');
      return 130;
    }
  };
  return runCommand({ name: 'npm run models', commands: COMMANDS, print, withContext }, argv);
}

function configOf(processEnv: NodeJS.ProcessEnv): Config {
  const env = loadEnv(join(ROOT, '.env'), processEnv);
  // Local mode requires no settings for accounts; the models are the same in both modes.
  return parseConfig({
    ...NOT_USED,
    ...env,
    CUTROOM_MODE: 'local',
    DATA_DIR: resolve(ROOT, env['DATA_DIR'] || '.cutroom'),
  });
}
