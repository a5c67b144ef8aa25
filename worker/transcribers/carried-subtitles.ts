import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { guessLanguage } from '#text/transcript/guess-language.ts';
import { readSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { wordsOfCues } from '#text/subtitles/subtitle-words.ts';

/** Text codecs. DVD and Blu-ray subtitles are images. */
const TEXT_CODECS = new Set(['mov_text', 'subrip', 'webvtt', 'ass', 'ssa', 'text']);
/**
 * Codecs that are copied, and their files: a conversion loses the marks of drawings, layers and the times of
 * words.
 */
const FORMATS: Record<string, string> = {
  ass: 'ass',
  ssa: 'ass',
  subrip: 'srt',
  text: 'srt',
  webvtt: 'webvtt',
};
/** A stream with one line per hour reports no progress for a long time. */
const EXTRACT_STALL_MS = 300_000;

export interface SubtitleTrack {
  /** A stream of the video by its index, or a file beside it by its path. */
  from: { stream: number; codec?: string } | { path: string };
  /** The ISO 639-1 code in its tag; `null` without a tag. */
  language: string | null;
  /** Whether players show the stream by default. */
  default: boolean;
}

export interface CarriedSubtitles {
  language: string;
  words: TranscriptWord[];
  /** The number of cues without usable times; omitted if it is 0. */
  skippedCues?: number;
}

/**
 * Reads the words of a video's subtitles, beside it or inside it.
 * @param files subtitle files that were fetched with the video
 * @param durationMs of the video
 * @param spoken the spoken language, or "auto": subtitles in another one are a translation
 * @returns `null` if none of its subtitles are a transcript; 'unreadable' if none can be read
 * @throws MediaError `aborted`
 */
export async function readCarriedSubtitles({
  ffmpeg,
  path,
  files,
  durationMs,
  spoken = 'auto',
  signal,
}: {
  ffmpeg: Ffmpeg;
  path: string;
  files: readonly { path: string; language: string | null; default?: boolean | undefined }[];
  durationMs: number;
  spoken?: string;
  signal: AbortSignal;
}): Promise<CarriedSubtitles | 'unreadable' | null> {
  const { subtitles } = await probeMedia(ffmpeg, path, { signal });
  const sidecars = files.map((file): SubtitleTrack => {
    return {
      from: { path: file.path },
      language: languageOfTag(file.language),
      default: file.default ?? false,
    };
  });
  const inside = subtitles
    .filter((stream) => TEXT_CODECS.has(stream.codec) && !stream.forced)
    .map((stream): SubtitleTrack => {
      return {
        from: { stream: stream.index, codec: stream.codec },
        language: languageOfTag(stream.language),
        default: stream.default,
      };
    });
  const tracks = bestFirst([...sidecars, ...inside]);
  let others = 0;
  for (const { from, language } of tracks) {
    const bytes = 'path' in from ? await readBounded(from.path) : await extract(ffmpeg, path, from, signal);
    const { cues, unreadable } = bytes ? readSubtitles(bytes) : { cues: [], unreadable: 0 };
    const words = wordsOfCues(cues, durationMs);
    if (words.length === 0) continue;
    const theirs = language ?? guessLanguage(words);
    if (spoken === 'auto' || spoken === theirs) {
      return { language: theirs, words, ...(unreadable > 0 && { skippedCues: unreadable }) };
    }
    others += 1;
  }
  return tracks.length > 0 && others === 0 ? 'unreadable' : null;
}

/**
 * Sorts tracks: the language of the default stream first, then English, then the others. Within a language
 * the order stays, so that a file beside the video, which was placed deliberately, precedes the stream.
 */
export function bestFirst(tracks: readonly SubtitleTrack[]): SubtitleTrack[] {
  const preferred = tracks.find((track) => track.default);
  const rank = (track: SubtitleTrack) => {
    if (
      preferred &&
      (track === preferred || (track.language !== null && track.language === preferred.language))
    ) {
      return 0;
    }
    return track.language === 'en' ? 1 : 2;
  };
  return [...tracks].sort((a, b) => rank(a) - rank(b));
}

/** Converts "hin", "hi-IN" and "HI" to "hi"; returns `null` for "und" and invalid codes. */
export function languageOfTag(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    const displayName = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
    return displayName === undefined ? null : language;
  } catch {
    return null;
  }
}

async function readBounded(path: string): Promise<Uint8Array | null> {
  return (await stat(path)).size > SUBTITLES_MAX_BYTES ? null : readFile(path);
}

/** Extracts one stream unchanged, otherwise as SubRip. Returns `null` if ffmpeg cannot read it. */
async function extract(
  ffmpeg: Ffmpeg,
  path: string,
  { stream, codec = '' }: { stream: number; codec?: string },
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-subtitles-'));
  const format = FORMATS[codec];
  const out = join(folder, 'subtitles');
  const output = ['-c:s', format ? 'copy' : 'subrip', '-f', format ?? 'srt'];
  // The decoder would drop a line with a broken byte.
  const input = inputArgs(path, { extra: ['-sub_charenc_mode', 'ignore'] });
  const limit = ['-fs', String(SUBTITLES_MAX_BYTES)];
  try {
    await ffmpeg.run([...input, '-map', `0:${stream}`, ...output, ...limit, out], {
      signal,
      stallMs: EXTRACT_STALL_MS,
    });
    return await readBounded(out);
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'aborted') throw error;
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
