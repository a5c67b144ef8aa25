/** Containers accepted from creators. No playlists, scripts, devices or image sequences. */
export const MEDIA_FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpegts,mpeg,mpegvideo,asf,ogg,wav,mp3,aac,flac,aiff,caf,mxf,gif';
/** Containers accepted as music. */
export const MUSIC_FORMATS = 'mp3,aac,mov,mp4,m4a,3gp,3g2,mj2,wav,flac,ogg';
export const WAV_FORMATS = 'wav';
export const METADATA_FORMATS = 'ffmetadata';
/** Subtitles written by us. */
export const SUBTITLE_FORMATS = 'srt';
/** A list written by us, of sections rendered by us. */
export const CONCAT_FORMATS = 'concat,mov,mp4,m4a,3gp,3g2,mj2';
/** A list written by us, of sounds written by us. */
export const MUSIC_LIST_FORMATS = 'concat,wav';

/** Pictures by their bytes, not their names. */
export const IMAGE_FORMATS = 'jpeg_pipe,png_pipe,webp_pipe';

/** Largest picture of a video, and of a picture file (a phone's has 50 million pixels); and the longest side. */
const MAX_PIXELS = 40_000_000;
const MAX_STILL_PIXELS = 52_000_000;
export const MAX_SIDE = 8192;
/**
 * Films with dozens of subtitles and fonts have more than a hundred. ffmpeg opens a decoder for each stream, so it must
 * refuse by itself: probing a thousand takes many seconds.
 */
export const MAX_STREAMS = 256;

export interface InputOptions {
  /** Where reading starts, in ms from the container's start. */
  seekMs?: number;
  /** Keep what is between the keyframe before `seekMs` and it, with negative times. */
  keepBeforeSeek?: boolean;
  /** Comma-separated demuxer names that are allowed; MEDIA_FORMATS by default. */
  formats?: string;
  /** Demuxer to use instead of detecting it. */
  format?: string;
  /** Decoder threads. */
  threads?: number;
  /** More input options, placed before -i. */
  extra?: string[];
}

/** Arguments written as one line; for arguments without spaces, so never for paths or titles. */
export const words = (line: string): string[] => line.split(' ');

/** The pixels that a picture of these demuxers may have. */
export const maxPixelsOf = (formats: string): number =>
  /_pipe$|^(hevc|obu)$/.test(formats) ? MAX_STILL_PIXELS : MAX_PIXELS;

/** The guards before every input, for ffmpeg and ffprobe alike. */
export function guardArgs(formats: string): string[] {
  const limits = ['-max_pixels', String(maxPixelsOf(formats)), '-max_streams', String(MAX_STREAMS)];
  return ['-protocol_whitelist', 'file', '-format_whitelist', formats, ...limits];
}

/** One guarded input: local files and the given containers only. */
export function inputArgs(path: string, options: InputOptions = {}): string[] {
  const args = guardArgs(options.formats ?? MEDIA_FORMATS);
  if (options.format) args.push('-f', options.format);
  if (options.threads) args.push('-threads', String(options.threads));
  if (options.keepBeforeSeek) args.push('-noaccurate_seek');
  if (options.seekMs) args.push('-ss', (options.seekMs / 1000).toFixed(3));
  if (options.extra) args.push(...options.extra);
  args.push('-i', `file:${path}`);
  return args;
}
