import { parseArgs } from 'node:util';
import { type Kind, KINDS, soakFaults } from './faults.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '500' },
    stops: { type: 'string' },
    flushes: { type: 'string' },
    kinds: { type: 'string', default: KINDS.join(',') },
    seed: { type: 'string', default: '1' },
  },
});
const kinds = values.kinds.split(',') as Kind[];
const unknown = kinds.filter((kind) => !KINDS.includes(kind));
const cycles = Number(values.cycles);
if (unknown.length > 0 || !Number.isInteger(cycles)) {
  console.error(`--cycles is a number; --kinds are some of ${KINDS.join(',')}.`);
  process.exitCode = 1;
} else {
  const good = await soakFaults({
    cycles,
    kinds,
    stops: Number(values.stops ?? Math.round(cycles / 5)),
    flushes: Number(values.flushes ?? Math.round(cycles / 10)),
    seed: Number(values.seed),
  });
  process.exit(good ? 0 : 1);
}
