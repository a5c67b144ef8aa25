import { runModels } from './run-models.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
process.stdout.on('error', () => {});
process.exitCode = await runModels(process.argv.slice(2), process.env, {
  print: (line) => console.log(line),
  draw: process.stdout.isTTY ? (line) => process.stdout.write(`\r\u001b[2K${line}`) : undefined,
  signal: stop.signal,
});
