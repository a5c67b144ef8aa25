import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { LANGUAGES } from '#contract/primitives.ts';

export interface SubtitleFile {
  path: string;
  /** In lower case, with its dot. */
  extension: string;
  /** The language in its name, e.g. "hi" or "pt-BR"; `null` if it names none. */
  language: string | null;
  /** Whether players prefer it to others. */
  isDefault: boolean;
}

const EXTENSIONS = new Set(['.srt', '.vtt', '.ass', '.ssa']);
/** Subtitles with descriptions of sounds. "hi" after a language is "hearing impaired", not Hindi. */
const FOR_DEAF = new Set(['sdh', 'cc', 'hi']);
/** They translate only speech in another language. */
const PARTIAL = new Set(['forced', 'foreign']);
const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;
/** The maximum number of subtitle files beside one video. */
const MAX_FILES = 16;

/**
 * Returns the subtitles beside `name.mp4`: `name.srt`, `name.hi.vtt`, `name.en.sdh.srt` and the like, in
 * order of name, with descriptions of sounds last. Leaves out those of `name.hi.mp4` and partial (forced)
 * ones.
 */
export async function findSubtitleFiles(videoPath: string): Promise<SubtitleFile[]> {
  const stem = stemOf(basename(videoPath));
  const entries = await readdir(dirname(videoPath), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const stems = new Set(names.filter((name) => !EXTENSIONS.has(extname(name).toLowerCase())).map(stemOf));
  return names
    .sort()
    .flatMap((name) => {
      const extension = extname(name).toLowerCase();
      const own = stemOf(name);
      if (!EXTENSIONS.has(extension) || (own !== stem && !own.startsWith(`${stem}.`))) return [];
      const marks = own
        .slice(stem.length + 1)
        .split('.')
        .filter(Boolean);
      const longer = marks.map((_, i) => `${stem}.${marks.slice(0, i + 1).join('.')}`);
      const meaning = meaningOf(marks);
      if (!meaning || longer.some((other) => stems.has(other))) return [];
      const { isForDeaf, ...details } = meaning;
      return { isForDeaf, file: { path: join(dirname(videoPath), name), extension, ...details } };
    })
    .toSorted((a, b) => Number(a.isForDeaf) - Number(b.isForDeaf))
    .map(({ file }) => file)
    .slice(0, MAX_FILES);
}

/** A name without its extension, in the normal form in which names are compared. */
const stemOf = (name: string): string => basename(name, extname(name)).normalize('NFC');

/**
 * Parses the part between a video's name and the extension. Returns `null` for partial and unknown subtitles.
 */
function meaningOf(marks: readonly string[]) {
  let language: string | null = null;
  let isForDeaf = false;
  let isDefault = false;
  for (const mark of marks) {
    const [first = '', ...rest] = mark.toLowerCase().split(/[-_]/);
    const flags = language === null ? rest : [first, ...rest];
    if (PARTIAL.has(first) || rest.some((flag) => PARTIAL.has(flag))) return null;
    isForDeaf ||= flags.some((flag) => FOR_DEAF.has(flag)) || first === 'sdh' || first === 'cc';
    isDefault ||= first === 'default' || rest.includes('default');
    if (/^(?:sdh|cc|default|\d{1,3})$/.test(first) || (language !== null && first === 'hi')) continue;
    const named = LANGUAGES.find(({ name }) => name.toLowerCase() === first)?.code;
    if (language !== null || (!named && !LANGUAGE.test(mark))) return null;
    language = named ?? mark.replace(/[-_](?:sdh|cc|hi|default)\b.*$/i, '');
  }
  return { language, isForDeaf, isDefault };
}

/** Reads a subtitle file; if it is too large, only enough bytes to detect that. */
export async function readSubtitleFile(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SUBTITLES_MAX_BYTES + 1));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Identifies the subtitle files of a video by their names and contents. */
export async function subtitlesRevision(videoPath: string): Promise<string[]> {
  const files = await findSubtitleFiles(videoPath);
  return Promise.all(
    files.map(async ({ path }) => {
      const hash = createHash('sha256').update(await readSubtitleFile(path));
      return `${basename(path)} ${hash.digest('hex')}`;
    }),
  );
}
