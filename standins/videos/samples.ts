import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mp4Seconds } from './length.ts';

/** A video of the sample library, as the stand-ins for video sites present it. */
export interface Sample {
  /** The name of its files, without an extension. */
  slug: string;
  path: string;
  title: string;
  description: string;
  channel: string;
  tags: string[];
  license: string;
  seconds: number;
  bytes: number;
  modified: Date;
}

type Sidecar = Partial<Pick<Sample, 'title' | 'description' | 'channel' | 'tags' | 'license'>>;

const cache = new Map<string, Sample>();

/**
 * Returns the videos of the folder, sorted by name; none before the library has been made. Videos with
 * subtitle files are excluded.
 */
export async function listSamples(folder: string | undefined): Promise<Sample[]> {
  if (!folder) return [];
  const names = await readdir(folder).catch(() => []);
  const slugs = names
    .flatMap((name) => /^([\w-]+)\.mp4$/.exec(name)?.[1] ?? [])
    .filter((slug) => !names.some((name) => name.startsWith(`${slug}.`) && /\.(vtt|srt)$/.test(name)));
  return Promise.all(slugs.toSorted().map((slug) => readSample(folder, slug)));
}

async function readSample(folder: string, slug: string): Promise<Sample> {
  const path = join(folder, `${slug}.mp4`);
  const { size, mtimeMs, mtime } = await stat(path);
  const key = `${path} ${size} ${mtimeMs}`;
  const before = cache.get(key);
  if (before) return before;
  const text = await readFile(join(folder, `${slug}.json`), 'utf8').catch(() => '{}');
  const sidecar = JSON.parse(text) as Sidecar;
  const sample = {
    slug,
    path,
    title: sidecar.title ?? slug,
    description: sidecar.description ?? '',
    channel: sidecar.channel ?? 'Samples',
    tags: sidecar.tags ?? [],
    license: sidecar.license ?? '',
    seconds: await mp4Seconds(path),
    bytes: size,
    modified: mtime,
  };
  cache.set(key, sample);
  return sample;
}

/** Words of up to this length, such as "and", are ignored. */
const SHORT = 3;

/** Returns the videos that match any of the words, those with the most matches first. */
export function matching(samples: Sample[], query: string): Sample[] {
  const all = query.toLowerCase().split(/\s+/).filter(Boolean);
  const long = all.filter((word) => word.length > SHORT);
  const words = long.length > 0 ? long : all;
  const hits = (sample: Sample) => {
    const title = sample.title.toLowerCase();
    const rest = `${sample.description} ${sample.channel} ${sample.tags.join(' ')}`.toLowerCase();
    return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : rest.includes(word) ? 1 : 0), 0);
  };
  return samples
    .map((sample) => ({ sample, score: hits(sample) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ sample }) => sample);
}
