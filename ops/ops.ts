import { runOps } from './run-ops.ts';

// A reader that stops after the first lines (`| head`) must not end a backup in progress.
process.stdout.on('error', () => {});
process.exitCode = await runOps(process.argv.slice(2), process.env, (line) => console.log(line));
