import { words } from '#core/ffmpeg/inputs.ts';

/** The colour tags of all video that we encode. */
export const BT709 = words('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv');

/** The film's time base: 512 ticks per frame. */
export const TICKS_PER_FRAME = 512;

/**
 * Sets each frame's time from its number. It is rounded, since some quotients are slightly less than whole:
 * the 122nd frame would have the time of the previous one.
 */
export const evenTimes = (frameRate: number): string => `setpts=round(N/${frameRate}/TB)`;

/**
 * The last filter of all video that we encode. It removes the rest of the source's metadata, which an encoder
 * would write into the parameter sets, beside the frames, or into the file's index.
 */
export const UNIFORM =
  'sidedata=mode=delete,setsar=1,' +
  'setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/**
 * The only encoder settings for sections. Any difference between two sections would change their parameter
 * sets, and sections are joined by copying. x264 derives the level from the film's size and rate. The number
 * of threads makes no difference (a test checks that).
 */
export function videoEncodeArgs(frameRate: number, threads: number): string[] {
  return [
    ...words('-c:v libx264 -preset veryfast -crf 21 -profile:v high -pix_fmt yuv420p'),
    ...words(`-g ${frameRate * 2} -bf 3 -refs 1 -flags +cgop -sc_threshold 40 -threads ${threads}`),
    ...BT709,
    // Otherwise ffmpeg takes it from the first frame.
    ...words('-chroma_sample_location left -field_order progressive -a53cc 0'),
    ...words(`-video_track_timescale ${frameRate * TICKS_PER_FRAME}`),
  ];
}
