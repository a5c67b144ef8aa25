import type { VideoEncoder } from '#contract/video-encoders.ts';
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
 * The last filter of all video before its encoder. It removes the rest of the source's metadata, which an
 * encoder would write into the parameter sets, beside the frames, or into the file's index.
 */
const UNIFORM =
  'sidedata=mode=delete,setsar=1,' +
  'setparams=field_mode=prog:range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** A hardware encoder of this machine. */
export interface HardwareEncoder {
  name: VideoEncoder;
  /** The device of VAAPI. */
  device: string;
}

/**
 * The last filter of all video that goes to this encoder; `undefined` is x264. VAAPI encodes frames in the
 * memory of its device.
 */
export const lastFilter = (encoder: HardwareEncoder | undefined): string =>
  encoder?.name === 'vaapi' ? `${UNIFORM},format=nv12,hwupload` : UNIFORM;

/** Opens the device of an encoder that needs one. Precedes all inputs. */
export const deviceArgs = (encoder: HardwareEncoder | undefined): string[] =>
  encoder?.name === 'vaapi' ? ['-vaapi_device', encoder.device] : [];

/**
 * The settings of hardware encoders. Without B-frames and with keyframes only at the start of each group, all
 * of them make video that can be cut at its keyframes. The qualities are estimates: they were not compared on
 * hardware.
 */
const HARDWARE: Record<VideoEncoder, string> = {
  nvenc:
    '-c:v h264_nvenc -preset p4 -tune hq -rc vbr -cq 23 -b:v 0 -no-scenecut 1 -forced-idr 1 -a53cc 0 -pix_fmt yuv420p',
  vaapi: '-c:v h264_vaapi -rc_mode CQP -qp 22 -idr_interval 0 -sei 0',
  qsv: '-c:v h264_qsv -preset medium -global_quality 23 -adaptive_i 0 -adaptive_b 0 -idr_interval 0 -a53cc 0 -pix_fmt nv12',
};

const X264 = '-c:v libx264 -preset veryfast -crf 21 -pix_fmt yuv420p -refs 1 -sc_threshold 40 -a53cc 0';

/**
 * The only encoder settings for sections. Any difference between two sections of a film would change their
 * parameter sets, and sections are joined by copying. The encoder derives the level from the film's size and
 * rate. The number of threads makes no difference (a test checks that).
 */
export function videoEncodeArgs(frameRate: number, threads: number, encoder?: HardwareEncoder): string[] {
  return [
    ...words(encoder ? `${HARDWARE[encoder.name]} -bf 0` : `${X264} -bf 3 -threads ${threads}`),
    ...words(`-profile:v high -g ${frameRate * 2} -flags +cgop`),
    ...BT709,
    // Otherwise ffmpeg takes it from the first frame.
    ...words('-chroma_sample_location left -field_order progressive'),
    ...words(`-video_track_timescale ${frameRate * TICKS_PER_FRAME}`),
  ];
}
