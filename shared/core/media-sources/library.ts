import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { z } from 'zod';
import { searchKey, searchWords } from '#text/words/search-words.ts';
import { DURATION_BOUNDS } from '#contract/videos.ts';
import { StepError } from '../lib/errors.ts';
import { copyPrivately } from '../files/private-files.ts';
import type { Ffmpeg } from '../ffmpeg/run.ts';
import { probeMedia } from '../ffmpeg/probe.ts';
import type { Logger } from '../lib/logger.ts';
import { watchGrowth } from '../files/watch-growth.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import type { MediaSource, SourceQuery } from './source.ts';
import { findSubtitleFiles, readSubtitleFile, subtitlesRevision } from './subtitle-files.ts';

const VIDEO_TYPES =
  'mp4 m4v mov qt mkv webm avi divx mpg mpeg mpe m1v m2v mpv ts mts m2ts m2t vob mod tod 3gp 3g2 wmv asf flv f4v mxf ogv ogm gif';
const EXTENSIONS = new Set(VIDEO_TYPES.split(' ').map((type) => `.${type}`));
/** The files that may be beside a video: its description and its subtitles. */
const BESIDE = new Set(['.json', '.srt', '.vtt']);
/** A GIF that lasts less than this is a still image, in ms. */
const STILL_GIF_MS = 200;
/** A folder that was read this recently is not read again, in ms. */
const FRESH_MS = 2_000;
const PAGE = 50;

/** The optional fields of a `name.json` beside `name.mp4`. */
const sidecarSchema = z.object({
  title: z.string().max(300).optional(),
  description: z.string().max(5000).optional(),
  channel: z.string().max(200).optional(),
  license: z.string().max(200).optional(),
});

/** A file of the library as last read. */
export interface LibraryFile {
  path: string;
  /** Identifies this version of the file. */
  revision: string;
  durationMs: number;
}

type Entry = FoundVideo & LibraryFile;

/** Creates the source "library": the operator's own folders of videos, including the sample library. */
export function createLibrarySource(
  dirs: string[],
  ffmpeg: Ffmpeg,
  log: Logger,
): MediaSource & { thumbnailSource(sourceId: string): Promise<LibraryFile | undefined> } {
  const cache = new Map<string, Entry | null>();
  let lastSkipped = '';
  let read: { at: number; entries: Promise<Entry[]> } | undefined;

  function entries(): Promise<Entry[]> {
    if (!read || Date.now() - read.at > FRESH_MS) read = { at: Date.now(), entries: readAll() };
    return read.entries;
  }

  async function readAll(): Promise<Entry[]> {
    const entries: Entry[] = [];
    const skipped = new Map<string, number>();
    for (const dir of dirs) {
      const { videos, others } = await listFiles(dir);
      for (const path of others) {
        const type = extname(path).toLowerCase() || 'no extension';
        skipped.set(type, (skipped.get(type) ?? 0) + 1);
      }
      for (const path of videos) {
        const { size, mtimeMs } = await stat(path);
        const revision = `${path} ${size} ${mtimeMs}`;
        if (!cache.has(revision)) cache.set(revision, await describe(dir, path, revision));
        const entry = cache.get(revision);
        if (entry) entries.push(entry);
      }
    }
    logSkipped(skipped);
    return entries.sort((a, b) => a.title.localeCompare(b.title));
  }

  /** Logs the types of skipped files, with one line whenever their numbers change. */
  function logSkipped(skipped: Map<string, number>): void {
    const files = Object.fromEntries([...skipped].toSorted(([a], [b]) => a.localeCompare(b)));
    const now = JSON.stringify(files);
    if (skipped.size > 0 && now !== lastSkipped)
      log.info({ files }, 'library files skipped because they are not videos');
    lastSkipped = now;
  }

  async function describe(dir: string, path: string, revision: string): Promise<Entry | null> {
    try {
      const probe = await probeMedia(ffmpeg, path);
      if (!probe.video) throw new Error('it has no video');
      if (probe.formatName === 'gif' && probe.durationMs < STILL_GIF_MS)
        throw new Error('it is a still image');
      const sidecar = await readSidecar(path);
      const sourceId = createHash('sha256').update(relative(dir, path)).digest('hex').slice(0, 16);
      return {
        sourceId,
        title: sidecar.title ?? titleOf(path),
        description: sidecar.description ?? null,
        thumbnail: `/media/library/${sourceId}/thumbnail.jpg`,
        url: null,
        durationMs: probe.durationMs,
        views: 'Unknown',
        channel: sidecar.channel ?? 'Library',
        license: sidecar.license ?? null,
        path,
        revision,
      };
    } catch (error) {
      log.warn({ file: basename(path), err: (error as Error).message }, 'library file skipped');
      return null;
    }
  }

  async function find(sourceId: string): Promise<Entry> {
    const inList = async () => (await entries()).find((candidate) => candidate.sourceId === sourceId);
    let entry = await inList();
    if (!entry) {
      // The file may be new.
      read = undefined;
      entry = await inList();
    }
    if (!entry) throw new StepError('gone', 'This video is no longer in the library.');
    return entry;
  }

  return {
    id: 'library',
    name: 'Library',
    standIn: false,

    async version() {
      const hash = createHash('sha256');
      for (const { revision } of await entries()) hash.update(`${revision}\n`);
      return hash.digest('hex');
    },

    async search({ query, duration, cursor }: SourceQuery) {
      const words = searchWords(query);
      const bounds = duration && DURATION_BOUNDS[duration];
      const hits = (await entries())
        .filter(
          ({ durationMs }) => !bounds || (durationMs >= bounds.min * 1000 && durationMs < bounds.max * 1000),
        )
        .map((entry) => ({ entry, score: score(entry, words) }))
        .filter((hit) => hit.score > 0)
        .sort((a, b) => b.score - a.score);
      const end = Number(cursor) + PAGE;
      return {
        videos: hits.slice(Number(cursor), end).map((hit) => hit.entry),
        next: hits.length > end ? String(end) : null,
        total: hits.length,
      };
    },

    async revision(video) {
      const { path, revision } = await find(video.sourceId);
      return [revision, ...(await subtitlesRevision(path))];
    },

    async fetch(video, dir, signal, onProgress) {
      const { path } = await find(video.sourceId);
      signal.throwIfAborted();
      const name = `source${extname(path).toLowerCase()}`;
      // A copy, since the library's file may change while it is used.
      const { size } = await stat(path);
      const unwatch = watchGrowth(join(dir, name), (bytes) => onProgress(bytes, size));
      await copyPrivately(path, join(dir, name)).finally(unwatch);
      onProgress(size, size);
      return name;
    },

    async fetchSubtitles(video, dir) {
      const { path } = await find(video.sourceId);
      const files = await findSubtitleFiles(path);
      return Promise.all(
        files.map(async (file, index) => {
          const fileName = `subtitles-${index}${file.extension}`;
          await writeFile(join(dir, fileName), await readSubtitleFile(file.path));
          return { fileName, language: file.language, ...(file.isDefault && { default: true }) };
        }),
      );
    },

    thumbnailSource: async (sourceId) =>
      (await entries()).find((candidate) => candidate.sourceId === sourceId),
  };
}

/**
 * Scores how well an entry matches: any word may match, more matches rank higher, and a match in the title
 * counts most. 0 is no match.
 */
function score(entry: Entry, words: string[]): number {
  const title = searchKey(entry.title);
  const rest = searchKey(`${entry.description ?? ''} ${entry.channel} ${basename(entry.path)}`);
  let sum = 0;
  for (const word of words) {
    if (title.includes(word)) sum += 3;
    else if (rest.includes(word)) sum += 1;
  }
  return sum;
}

/** Lists the files of a folder and its subfolders, except hidden ones: videos by their types, and others. */
async function listFiles(dir: string): Promise<{ videos: string[]; others: string[] }> {
  const dirEntries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = dirEntries
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter(
      (path) =>
        !relative(dir, path)
          .split('/')
          .some((part) => part.startsWith('.')),
    );
  const typeOf = (path: string) => extname(path).toLowerCase();
  return {
    videos: paths.filter((path) => EXTENSIONS.has(typeOf(path))),
    others: paths.filter((path) => !EXTENSIONS.has(typeOf(path)) && !BESIDE.has(typeOf(path))),
  };
}

async function readSidecar(path: string): Promise<z.infer<typeof sidecarSchema>> {
  const text = await readFile(path.slice(0, -extname(path).length) + '.json', 'utf8').catch(() => '{}');
  try {
    return sidecarSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function titleOf(path: string): string {
  const words = basename(path, extname(path)).replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
