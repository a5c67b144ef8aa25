/** Containers accepted from creators. No playlists, scripts, devices or image sequences. */
export const MEDIA_FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,mpegts,mpeg,mpegvideo,asf,ogg,wav,mp3,aac,flac,aiff,caf,mxf,gif';
/** Containers accepted as music. */
export const MUSIC_FORMATS = 'mp3,aac,mov,mp4,m4a,3gp,3g2,mj2,wav,flac,ogg';
export const WAV_FORMATS = 'wav';
export const METADATA_FORMATS = 'ffmetadata';
/** Subtitles that we wrote. */
export const SUBTITLE_FORMATS = 'srt';
/** A list that we wrote, of sections that we rendered. */
export const CONCAT_FORMATS = 'concat,mov,mp4,m4a,3gp,3g2,mj2';
/** A list that we wrote, of audio files that we wrote. */
export const MUSIC_LIST_FORMATS = 'concat,wav';

/** Images, detected by their bytes instead of their names. */
export const IMAGE_FORMATS = 'jpeg_pipe,png_pipe,webp_pipe';

/**
 * The maximum number of pixels of a video and of an image file (a phone's has 50 million), and the longest
 * side.
 */
const MAX_PIXELS = 40_000_000;
const MAX_STILL_PIXELS = 52_000_000;
export const MAX_SIDE = 8192;
/**
 * Films with dozens of subtitles and fonts have more than a hundred. ffmpeg opens a decoder for each stream,
 * so it must refuse by itself: probing a thousand streams takes many seconds.
 */
export const MAX_STREAMS = 256;

export interface InputOptions {
  /** Where reading starts, in ms from the container's start. */
  seekMs?: number;
  /** Keep what lies between `seekMs` and the keyframe before it, with negative times. */
  keepBeforeSeek?: boolean;
  /** Comma-separated demuxer names that are allowed; MEDIA_FORMATS by default. */
  formats?: string;
  /** The demuxer to use instead of detecting it. */
  format?: string;
  /** Decoder threads. */
  threads?: number;
  /** More input options, placed before -i. */
  extra?: string[];
}

/** Splits arguments written as one line. Only for arguments without spaces, so never for paths or titles. */
export const words = (line: string): string[] => line.split(' ');

/** Returns the most pixels that an image or video of these demuxers may have. */
export const maxPixelsOf = (formats: string): number =>
  /_pipe$|^(hevc|obu)$/.test(formats) ? MAX_STILL_PIXELS : MAX_PIXELS;

/** Returns the guards that precede every input, for both ffmpeg and ffprobe. */
export function guardArgs(formats: string): string[] {
  const limits = ['-max_pixels', String(maxPixelsOf(formats)), '-max_streams', String(MAX_STREAMS)];
  return ['-protocol_whitelist', 'file', '-format_whitelist', formats, ...limits];
}

/** Returns the arguments of one guarded input: only local files in the given containers. */
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
