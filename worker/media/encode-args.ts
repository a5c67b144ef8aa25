import { words } from '#node/ffmpeg/inputs.ts';

/** How colours are meant, for every picture that we encode. */
export const BT709 = words('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv');

/** What the film's time is counted in: 512 ticks a frame. */
export const TICKS_PER_FRAME = 512;

/**
 * The one encoder setting of all sections: anything that differed between two of them would change their parameter
 * sets, and sections are joined by copying. The number of threads does not (a test holds that).
 */
export function videoEncodeArgs(frameRate: number, threads: number): string[] {
  return [
    ...words('-c:v libx264 -preset veryfast -crf 21 -profile:v high -pix_fmt yuv420p'),
    ...words(`-g ${frameRate * 2} -flags +cgop -sc_threshold 40 -threads ${threads}`),
    ...BT709,
    ...words(`-video_track_timescale ${frameRate * TICKS_PER_FRAME}`),
  ];
}
