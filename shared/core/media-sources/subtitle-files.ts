import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';

export interface SubtitleFile {
  path: string;
  /** Lower case, with its dot. */
  extension: string;
  /** The text between the video's name and the extension, e.g. "hi"; null for none. */
  language: string | null;
}

const EXTENSIONS = new Set(['.srt', '.vtt']);
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;
/** The most files of subtitles beside one video. */
const MOST_FILES = 16;

/** `name.srt`, `name.vtt` and `name.hi.srt` beside `name.mp4`, in order of name; never those of `name.hi.mp4`. */
export async function findSubtitleFiles(videoPath: string): Promise<SubtitleFile[]> {
  const stem = basename(videoPath, extname(videoPath));
  const entries = await readdir(dirname(videoPath), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const stems = new Set(
    names
      .filter((name) => !EXTENSIONS.has(extname(name).toLowerCase()))
      .map((name) => basename(name, extname(name))),
  );
  return names
    .sort()
    .flatMap((name): SubtitleFile[] => {
      const extension = extname(name).toLowerCase();
      const own = name.slice(0, -extension.length || undefined);
      if (!EXTENSIONS.has(extension) || !own.startsWith(stem)) return [];
      const file = { path: join(dirname(videoPath), name), extension };
      if (own === stem) return [{ ...file, language: null }];
      const language = own.slice(stem.length + 1);
      const isOurs = own[stem.length] === '.' && LANGUAGE.test(language) && !stems.has(own);
      return isOurs ? [{ ...file, language }] : [];
    })
    .slice(0, MOST_FILES);
}

/** The bytes of a file of subtitles; of one that is too large, enough to show that. */
export async function readSubtitleFile(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SUBTITLES_MAX_BYTES + 1));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Identifies these files by their names and contents. */
export async function subtitlesRevision(videoPath: string): Promise<string[]> {
  const files = await findSubtitleFiles(videoPath);
  return Promise.all(
    files.map(async ({ path }) => {
      const hash = createHash('sha256').update(await readSubtitleFile(path));
      return `${basename(path)} ${hash.digest('hex')}`;
    }),
  );
}
