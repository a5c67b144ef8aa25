import type { Bars } from '#contract/bars.ts';
import type { CameraPath } from '#contract/camera.ts';
import type { Placement } from '#contract/framing.ts';
import type { Excerpt } from '#contract/section-length.ts';
import type { AudioInfo, VideoInfo } from '#core/ffmpeg/probe.ts';
import type { FitPlan } from '#core/film/fit.ts';
import type { DrawnText } from '../subtitles/ass.ts';
import type { Credits } from '../subtitles/credits.ts';

export interface SectionSource {
  path: string;
  /** Demuxer of a picture file ("jpeg_pipe"), shown for the whole section; absent for a video. */
  imageFormat?: string;
  /** From probeMedia. */
  video: VideoInfo;
  audio: Pick<AudioInfo, 'index' | 'channels' | 'layout'> | null;
  /** Container's name from probeMedia. */
  formatName: string;
  /** From loudnessGainDb, in dB. */
  gainDb: number;
  /** From the scan; null when unknown. */
  truePeakDb: number | null;
}

/** A frame of a video, blurred behind a card's title. */
export interface Backdrop extends Pick<SectionSource, 'path' | 'video' | 'formatName'> {
  /** From the container's start. */
  atMs: number;
  bars?: Bars | undefined;
}

export interface SectionSpec {
  /** Null for a title card, which has its colour or a backdrop. */
  source: SectionSource | null;
  backdrop?: Backdrop | null;
  /** Its times are from the source container's start. */
  excerpt: Excerpt;
  /** How its picture takes the film's shape. */
  placement: Placement;
  /** Where a picture that follows its subject is cut, in the times of the excerpt. */
  camera?: CameraPath | undefined;
  fit: FitPlan;
  /** A wav file of normaliseNarration; null plays the original sound. */
  narrationPath: string | null;
  /** Subtitles and a card's title, drawn into the picture; null draws nothing. */
  text: DrawnText | null;
  /** The film's sources, which a closing card has in place of `text`. */
  credits?: Credits;
  /** The film's picture in pixels, both even, and its frames a second. */
  width: number;
  height: number;
  frameRate: number;
}
