import type { Bars } from '#contract/bars.ts';
import type { CameraPath } from '#film/framing/camera.ts';
import type { Placement } from '#contract/placement.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import type { AudioInfo, VideoInfo } from '#core/ffmpeg/probe.ts';
import type { FitPlan } from '#film/time/fit.ts';
import type { DrawnText } from '../subtitles/ass.ts';
import type { Credits } from '../subtitles/credits.ts';
import type { HardwareEncoder } from './encode-args.ts';

export interface SectionSource {
  path: string;
  /** The demuxer of an image file ("jpeg_pipe"), shown for the whole section; absent for a video. */
  imageFormat?: string;
  /** From probeMedia. */
  video: VideoInfo;
  audio: Pick<AudioInfo, 'index' | 'channels' | 'layout'> | null;
  /** Container's name from probeMedia. */
  formatName: string;
  /** From loudnessGainDb, in dB. */
  gainDb: number;
  /** From the scan; `null` if unknown. */
  truePeakDb: number | null;
}

/** A frame of a video, blurred behind a card's title. */
export interface Backdrop extends Pick<SectionSource, 'path' | 'video' | 'formatName'> {
  /** From the container's start. */
  atMs: number;
  bars?: Bars | undefined;
}

export interface SectionSpec {
  /** `null` for a title card, which has its colour or a backdrop. */
  source: SectionSource | null;
  backdrop?: Backdrop | null;
  /** In times from the source container's start. */
  excerpt: Excerpt;
  /** How its video is fitted into the film's shape. */
  placement: Placement;
  /** Where a video that follows its subject is cropped, in the times of the excerpt. */
  camera?: CameraPath | undefined;
  fit: FitPlan;
  /** A WAV file written by normaliseNarration; `null` plays the original audio. */
  narrationPath: string | null;
  /** Captions and a card's title, drawn into the video; `null` draws nothing. */
  text: DrawnText | null;
  /** The film's sources, which a closing card shows in place of `text`. */
  credits?: Credits;
  /** The film's size in pixels, both even, and its frames per second. */
  width: number;
  height: number;
  frameRate: number;
  /** `undefined` for x264. */
  encoder?: HardwareEncoder | undefined;
}
