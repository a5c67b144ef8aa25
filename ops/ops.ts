import { runOps } from './run-ops.ts';

// Whoever reads only the first lines (`| head`) must not end a backup that is being made.
process.stdout.on('error', () => {});
process.exitCode = await runOps(process.argv.slice(2), process.env, (line) => console.log(line));
