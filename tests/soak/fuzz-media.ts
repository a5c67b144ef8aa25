import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzedFfmpeg, listAll, makeSeeds, type Tried, tryMutated } from '../helpers/media/fuzz-media.ts';
import { processesNaming } from '../helpers/processes/processes.ts';

/**
 * Sends changed media files through all code that reads them, and prints one JSON line of figures. node
 * --import tsx tests/soak/fuzz-media.ts [files, 2000] [first seed, 1]
 */
export async function fuzzMedia({ files = 2000, firstSeed = 1 } = {}): Promise<boolean> {
  const work = await mkdtemp(join(tmpdir(), 'cutroom-fuzz-'));
  // Files made outside its own folders are detected too.
  process.env['TMPDIR'] = work;
  const ffmpeg = fuzzedFfmpeg();
  const from = Date.now();
  const figures = { files: 0, made: 0, refused: 0, slowestMs: 0, faults: 0, leftProcesses: 0, leftFiles: 0 };
  const ends: Record<string, number> = {};
  let seed = firstSeed;
  const count = ({ upload, library, slowestMs, faults }: Tried) => {
    figures.files += 1;
    for (const end of new Set([upload, library])) ends[end] = (ends[end] ?? 0) + 1;
    if (upload === 'made' || library === 'made') figures.made += 1;
    else figures.refused += 1;
    figures.slowestMs = Math.max(figures.slowestMs, slowestMs);
    figures.faults += faults.length;
  };
  const lane = async (name: string) => {
    const folder = join(work, name);
    await mkdir(folder);
    const seeds = await makeSeeds(folder);
    const before = await listAll(folder);
    while (seed < firstSeed + files) {
      const own = seed++;
      const tried = await tryMutated(ffmpeg, folder, seeds[own % seeds.length]!, own);
      count(tried);
      for (const fault of tried.faults)
        console.error(`seed ${own}, ${tried.name}, ${tried.mutation}: ${fault}`);
      figures.leftProcesses += processesNaming(folder).length;
      figures.leftFiles += (await listAll(folder)).length - before.length;
    }
  };
  try {
    const lanes = Array.from({ length: availableParallelism() }, (_, i) => `lane-${i}`);
    await Promise.all(lanes.map(lane));
    figures.leftFiles += (await listAll(work)).filter((name) => !name.startsWith('lane-')).length;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ soak: 'fuzz-media', ...figures, seconds: (Date.now() - from) / 1000, ends }));
  return figures.faults + figures.leftProcesses + figures.leftFiles === 0;
}

if (process.argv[1] === import.meta.filename) {
  const [files, firstSeed] = process.argv.slice(2).map(Number);
  if (!(await fuzzMedia({ files, firstSeed }))) process.exitCode = 1;
}
