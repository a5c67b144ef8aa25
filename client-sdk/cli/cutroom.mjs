#!/usr/bin/env node
// @ts-check
import { homedir } from 'node:os';
import { EXIT } from './common/exit-codes.mjs';
import { runCli } from './run.mjs';

const interrupt = new AbortController();
process.on('SIGINT', () => {
  // The first Ctrl-C ends the command in order, the second one immediately.
  if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
  interrupt.abort();
});
// The reader of a pipe, such as `head`, may have enough.
process.stdout.on('error', (error) => {
  process.exit(/** @type {NodeJS.ErrnoException} */ (error).code === 'EPIPE' ? EXIT.ok : EXIT.failed);
});

const { env, platform, stdin, stdout, stderr } = process;
const io = { env, platform, home: homedir(), stdin, stdout, stderr, signal: interrupt.signal };
process.exitCode = await runCli(process.argv.slice(2), io);
// A prompt's stdin would keep the process running.
stdin.unref?.();
