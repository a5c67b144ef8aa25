import { parseArgs } from 'node:util';
import { type Kind, KINDS, soakFaults } from './faults.ts';
import { fuzzMedia } from './fuzz-media.ts';

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '500' },
    stops: { type: 'string' },
    flushes: { type: 'string' },
    kinds: { type: 'string', default: KINDS.join(',') },
    seed: { type: 'string', default: '1' },
    media: { type: 'string', default: '2000' },
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
  const unharmed = await fuzzMedia({ files: Number(values.media) });
  process.exit(good && unharmed ? 0 : 1);
}
