import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { fuzzedFfmpeg, listAll, makeSeeds, tryMutated } from '../../helpers/media/fuzz-media.ts';
import { tempFolder } from '../../helpers/media/lavfi.ts';
import { MUTATIONS, mutate } from '../../helpers/media/mutations.ts';
import { processesNaming } from '../../helpers/processes/processes.ts';

/** The long form is tests/soak/fuzz-media.ts. */
const FILES = 60;
const LANES = ['one', 'two'];
const TEST_MS = 180_000;

const folder = tempFolder();
let seeds: [string, Buffer][];
beforeAll(async () => {
  for (const lane of LANES) {
    await mkdir(folder(lane));
    seeds = await makeSeeds(folder(lane));
  }
});

describe('changed media files', () => {
  it(
    'end as media or as a typed error in both entrances, in time, and leave nothing',
    async () => {
      const before = await listAll(folder(''));
      const ends = new Set<string>();
      let next = 0;
      const work = async (lane: string) => {
        for (let seed = next++; seed < FILES; seed = next++) {
          const tried = await tryMutated(fuzzedFfmpeg(), folder(lane), seeds[seed % seeds.length]!, seed);
          const { name, mutation, faults } = tried;
          expect([seed, name, mutation, faults]).toEqual([seed, name, mutation, []]);
          ends.add(tried.library);
        }
      };
      await Promise.all(LANES.map(work));
      expect(await listAll(folder(''))).toEqual(before);
      expect(processesNaming(folder(''))).toEqual([]);
      // The changes are neither too small nor too large: files end in several ways.
      expect(ends.size).toBeGreaterThan(2);
    },
    TEST_MS,
  );

  it('changed media files are the same for the same seed, and of every kind', () => {
    const bytes = seeds[0]![1];
    const mutations = Array.from({ length: 100 }, (_, seed) => mutate(bytes, seed));
    expect(new Set(mutations.map(({ mutation }) => mutation)).size).toBe(Object.keys(MUTATIONS).length);
    for (const [seed, { bytes: changed }] of mutations.entries()) {
      expect(mutate(bytes, seed).bytes.equals(changed)).toBe(true);
    }
  });
});
