import { parseArgs } from 'node:util';
import { type Kind, KINDS, soakFaults } from './faults.ts';
import { fuzzMedia } from './fuzz-media.ts';
import { soakSockets } from './sockets.ts';

/** The number of repetitions or items of each part; 0 omits it. */
const AMOUNTS = { cycles: 500, stops: 100, flushes: 50, sockets: 1000, media: 2000, seed: 1 };

const amounts = Object.entries(AMOUNTS).map(([name, amount]) => [
  name,
  { type: 'string' as const, default: String(amount) },
]);
const { values } = parseArgs({
  options: {
    ...(Object.fromEntries(amounts) as Record<keyof typeof AMOUNTS, { type: 'string'; default: string }>),
    kinds: { type: 'string', default: KINDS.join(',') },
  },
});
const number = (name: keyof typeof AMOUNTS): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} is a whole number.`);
  return value;
};
const kinds = values.kinds.split(',') as Kind[];
const unknown = kinds.filter((kind) => !KINDS.includes(kind));
if (unknown.length > 0) throw new Error(`--kinds are some of ${KINDS.join(',')}.`);

const [cycles, stops, flushes] = [number('cycles'), number('stops'), number('flushes')];
const [sockets, media] = [number('sockets'), number('media')];
const good = [
  cycles + stops + flushes === 0 ||
    (await soakFaults({ cycles, kinds, stops, flushes, seed: number('seed') })),
  sockets === 0 || (await soakSockets({ sockets })),
  media === 0 || (await fuzzMedia({ files: media })),
];
process.exit(good.every(Boolean) ? 0 : 1);
