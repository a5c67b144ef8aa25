// @ts-check
import { download } from './download.mjs';
import { edit } from './edit.mjs';
import { exportCommand } from './export.mjs';
import { generate } from './generate.mjs';
import { login } from './login.mjs';
import { processCommand } from './process.mjs';
import { projects } from './projects.mjs';
import { search } from './search.mjs';
import { usage } from './usage.mjs';
import { watch } from './watch.mjs';

/**
 * All commands, in the order of the help.
 * @type {Record<string, import('../common/arguments.mjs').Command>}
 */
export const COMMANDS = {
  login,
  search,
  process: processCommand,
  projects,
  edit,
  generate,
  watch,
  download,
  export: exportCommand,
  usage,
};
