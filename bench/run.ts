import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Bench } from './lib/figures.ts';

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      samples: { type: 'string', default: '3' },
      quick: { type: 'boolean', default: false },
      workers: { type: 'string', default: '1' },
    },
  });
  const names = (await readdir(import.meta.dirname))
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => file.slice(0, -3));
  const requested = positionals.length > 0 ? positionals : names;
  const unknown = requested.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no bench called ${unknown.join(', ')}. The benches are: ${names.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  for (const name of requested) {
    const { bench } = (await import(`./${name}.ts`)) as { bench: Bench };
    const [samples, workers] = [values.samples, values.workers].map((value) =>
      Math.max(1, Number(value) || 1),
    );
    await bench({ samples: samples!, quick: values.quick, workers: workers! });
  }
}

await main();
